import { useTranslation } from "react-i18next";

import type { VoucherPrint } from "#contract/vouchers.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice, useSession } from "#web/lib/session.ts";

import { useHawalaContent } from "./hawala-content.ts";
import type { Party, RecordContent } from "./record-content.ts";
import type { VoucherRecord } from "./record.ts";
import { useTransactionContent } from "./transaction-content.ts";

/** A whole voucher: the record, and what this print of it is. */
export interface VoucherContent extends Omit<RecordContent, "recordedAt" | "user" | "changed"> {
  readonly recorded: string;
  readonly changed: string | undefined;
  /** That it takes the place of an earlier voucher, or of what was entered first. */
  readonly corrected: string | undefined;
  /** "COPY 2", "PREVIEW"; nothing on the original. */
  readonly mark: string | undefined;
  readonly printed: string | undefined;
  readonly link: string;
}

/** What stands on the voucher of a record. Without a print it is a preview, and says so. */
export function useVoucherContent(record: VoucherRecord, print: VoucherPrint | undefined): VoucherContent {
  const { t } = useTranslation("vouchers");
  const { timeZone } = useOffice();
  const { username } = useSession();
  const ofTransaction = useTransactionContent();
  const ofHawala = useHawalaContent();
  const byAt = (user: string, at: string): string => t("facts.byAt", { user, when: formatInstant(at, timeZone) });
  const { recordedAt, user, changed, ...content } = record.kind === "hawala" ? ofHawala(record) : ofTransaction(record);
  const { version, corrected, replaces, formerNames } = print ?? record.state;
  const replacing = replaces === null ? undefined : t("replaces", { version, replaces });
  const thenNames = new Map(formerNames.map(({ code, name }) => [code, name]));
  const asPrinted = (party: Party): Party => {
    const then = thenNames.get(party.code ?? "");
    return then === undefined
      ? party
      : { ...party, name: then, also: [t("nowCalled", { name: party.name }), ...(party.also ?? [])] };
  };
  return {
    ...content,
    parties: content.parties.map(asPrinted),
    recorded: byAt(user, recordedAt),
    changed: changed === undefined ? undefined : byAt(changed.user, changed.at),
    corrected: corrected ? t("corrected", { version }) : replacing,
    mark: print === undefined ? t("preview.mark") : print.copy === 0 ? undefined : t("copy", { number: print.copy }),
    printed: print === undefined ? undefined : t("printed", { when: formatInstant(print.printedAt, timeZone), user: username }),
    // The address that this desk itself uses: the one that works in this office.
    link: `${window.location.origin}${content.path}`,
  };
}
