import { Button } from "@mantine/core";
import { IconMessageShare } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { AccountStatement, StatementEntry } from "#contract/reports.ts";
import { nameOf, useStanding } from "#web/features/reports/names.tsx";
import { copyText } from "#web/lib/copy-text.ts";
import { useOffice, useToday } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";

import { lastDayOf } from "./place.ts";
import { messageOf, type MessageWords } from "./share-text.ts";
import { useStateWords } from "./statement-table.tsx";

interface ShareButtonProps {
  readonly statement: AccountStatement;
  readonly entries: readonly StatementEntry[];
  /** Everything of the period has been read. */
  readonly isWhole: boolean;
  /** What was asked for instead is on its way: this may be another account's. */
  readonly isOld: boolean;
}

/** Puts the statement on the clipboard as a message; on a telephone, into the app that is chosen there. */
export function ShareButton({ statement, entries, isWhole, isOld }: ShareButtonProps) {
  const { t } = useTranslation("reports");
  const read = isWhole ? entries : undefined;
  const words = useMessageWords(statement, read);
  const share = async (): Promise<void> => {
    const text = messageOf(statement, read, words);
    if (await sharedByDevice(text)) return;
    if (await copyText(text)) toast.success(t("statement.shared"), t("statement.sharedText"));
    else toast.error(t("statement.shareFailed"));
  };
  return (
    <Button
      variant="default"
      leftSection={<IconMessageShare size={16} aria-hidden />}
      aria-disabled={isOld}
      onClick={() => isOld || void share()}
    >
      {t("statement.share")}
    </Button>
  );
}

/** Offers the text to the apps of a telephone. A computer's own menu of apps is worth less than the clipboard. */
async function sharedByDevice(text: string): Promise<boolean> {
  const { share, maxTouchPoints } = navigator as Partial<Navigator>;
  if (share === undefined || (maxTouchPoints ?? 0) === 0 || !window.matchMedia("(pointer: coarse)").matches) return false;
  return navigator.share({ text }).then(
    () => true,
    // Whoever closes the menu wants nothing else either; where it may not open at all, the clipboard is left.
    (error: unknown) => error instanceof DOMException && error.name === "AbortError",
  );
}

function useMessageWords(statement: AccountStatement, entries: readonly StatementEntry[] | undefined): MessageWords {
  const { t } = useTranslation("reports");
  const { officeName } = useOffice();
  const standing = useStanding();
  const state = useStateWords();
  const today = useToday();
  const { account, fromDate, closing } = statement;
  const to = lastDayOf(statement, entries, today);
  const isCompany = account.type === "company";
  return {
    head: t("statement.message.head", { office: officeName, account: nameOf(account) }),
    period: fromDate === null ? t("statement.message.until", { to }) : t("statement.message.period", { from: fromDate, to }),
    opening: (amount) => t("statement.message.opening", { amount }),
    totals: (debits, credits) =>
      isCompany
        ? t("statement.message.totalsOfCompany", { debits, credits })
        : t("statement.message.totals", { debits, credits }),
    closing: (amount) => {
      const who = standing(account, closing);
      return who === "" ? t("statement.message.closing", { amount }) : t("statement.message.closingOf", { amount, who });
    },
    entry: (date, amount, what) => t("statement.message.entry", { date, amount, what }),
    state,
  };
}
