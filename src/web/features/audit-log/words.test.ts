import { expect, test } from "vitest";

import type { Currency } from "#contract/currencies.ts";
import type { DayClose } from "#contract/day-closes.ts";
import type { Settlement } from "#contract/partner-settlements.ts";
import type { User } from "#contract/users.ts";
import { auditLog } from "#web/i18n/en/audit-log.ts";

// A field without a word is read as the server writes it, which is English in every language.
test.each<readonly [act: string, fields: readonly string[]]>([
  [
    "a settlement",
    ["transDate", "transType", "counterAmount", "counterCurrency", "isUndone"] satisfies (keyof Settlement | "transType")[],
  ],
  ["a new rate", ["exchangeRate", "ratedAt"] satisfies (keyof Currency)[]],
  ["a new user", ["username", "role", "mustChangePassword", "hasSecondFactor"] satisfies (keyof User)[]],
  [
    "the close and the reopening of a day",
    ["date", "accountId", "closedBy", "closedAt", "reopenedBy", "reopenedAt", "reopeningReason"] satisfies (keyof DayClose)[],
  ],
  ["an import", ["imported", "duplicates", "changed", "skipped", "totals", "digest"]],
  ["a deletion", ["deletionReason", "formName"]],
  ["the series of the hawalas", ["prefix", "nextNumber", "nextHawalaNo"]],
  ["an export of a period", ["format", "rows", "fromDate", "toDate"]],
])("what the log says of %s has its words in the catalogue", (_act, fields) => {
  expect(Object.keys(auditLog.fields)).toEqual(expect.arrayContaining([...fields]));
});
