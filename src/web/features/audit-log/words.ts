import type { i18n as Translator } from "i18next";
import { useTranslation } from "react-i18next";

import type { AuditEntry } from "#contract/audit-log.ts";
import { isInstant } from "#kernel/instant.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";

/** The log in words. What the catalogue has no word for is read as it is written. */
export interface AuditWords {
  readonly action: (action: string) => string;
  readonly kind: (objectType: string) => string;
  readonly field: (field: string) => string;
  readonly value: (field: string, value: string | null) => string;
}

export function useAuditWords(): AuditWords {
  const { t, i18n } = useTranslation("auditLog");
  const { timeZone } = useOffice();
  const word = wordsIn(i18n);
  return {
    action: (action) => word(`actions.${action}`, action.replace(".", " ")),
    kind: (objectType) => word(`kinds.${objectType}`, objectType),
    field: (field) => {
      const last = field.split(".").at(-1) ?? field;
      return word(`fields.${last}`, last.replaceAll(/([A-Z])/g, " $1").toLowerCase());
    },
    value: (field, value) => {
      if (value === null) return t("nothing");
      if (value === "true") return t("yes");
      if (value === "false") return t("no");
      if (field === "picture" || field === "signature") return word(`images.${value}`, value);
      return isInstant(value) ? formatInstant(value, timeZone) : value;
    },
  };
}

/** The catalogue's word for a key that only the server knows. */
function wordsIn(i18n: Translator): (key: string, written: string) => string {
  return (key, written) => {
    if (i18n.exists(`auditLog:${key}`)) return String(i18n.t(`auditLog:${key}` as never));
    const plain = written.replaceAll("_", " ");
    return plain.charAt(0).toUpperCase() + plain.slice(1);
  };
}

/** Where an object of the log opens; undefined where it has no page, or is gone. */
export function pageOf({
  objectType,
  objectId,
  isGone,
  changes,
}: Pick<AuditEntry, "objectType" | "objectId" | "isGone" | "changes">): string | undefined {
  if (isGone) return undefined;
  const id = objectId !== null && /^\d{1,9}$/.test(objectId) ? Number.parseInt(objectId, 10) : undefined;
  switch (objectType) {
    case "transaction":
      return id === undefined ? undefined : paths.transaction(id);
    case "account":
      return id === undefined ? undefined : paths.viewAccount(id);
    case "hawala":
      return id === undefined ? undefined : paths.hawala(id);
    case "currency":
      return paths.currencies;
    case "user":
      return paths.users;
    case "day_close":
      return paths.dailyBookOf(changes.find(({ field }) => field === "date")?.after ?? "");
    case "partner_settlement":
      return paths.partnerSettlement;
    case "import_batch":
      return id === undefined ? undefined : paths.hawalasOfImport(id);
    case "backup":
      return paths.backups;
    case "business_settings":
      return paths.businessSettings;
    case "hawala_settings":
      return paths.hawalaSerial;
    case "account_number_setting":
      return paths.accountSettings;
    default:
      return undefined;
  }
}
