import { useTranslation } from "react-i18next";

import type { Account } from "#contract/accounts.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import { useCurrency } from "#web/ui/currency-select.tsx";
import { useBothCalendars } from "#web/ui/date/solar-words.ts";

import { FactCard, Facts } from "./fact-card.tsx";

interface CardProps {
  readonly account: Account;
}

/** Who the holder is. */
export function PersonalFacts({ account }: CardProps) {
  const { t } = useTranslation("accounts");
  return (
    <FactCard title={t("view.personal")}>
      <Facts
        facts={[
          [t("fields.fatherName"), account.fatherName],
          [t("fields.dateOfBirth"), account.dateOfBirth === null ? null : <BirthDate key="birth" text={account.dateOfBirth} />],
          [t("fields.tazkiraNumber"), account.tazkiraNumber],
        ]}
      />
    </FactCard>
  );
}

/** The day as written, with weekday and Solar Hijri date where it is a day of the calendar. */
function BirthDate({ text }: { readonly text: string }) {
  const bothCalendars = useBothCalendars();
  const date = parseBusinessDate(text);
  return (
    <>
      <bdi>{text}</bdi>
      {date === undefined ? null : ` (${bothCalendars(date)})`}
    </>
  );
}

/** How the holder is reached. */
export function ContactFacts({ account }: CardProps) {
  const { t } = useTranslation("accounts");
  return (
    <FactCard title={t("view.contact")}>
      <Facts
        facts={[
          [
            t("fields.phone"),
            account.phone === null ? null : (
              <bdi key="phone" dir="ltr">
                {account.phone}
              </bdi>
            ),
          ],
          [
            t("fields.email"),
            account.email === null ? null : (
              <bdi key="email" dir="ltr">
                {account.email}
              </bdi>
            ),
          ],
          [t("fields.address"), account.address],
        ]}
      />
    </FactCard>
  );
}

/** What kind of account it is, and since when. */
export function AccountFacts({ account }: CardProps) {
  const { t } = useTranslation(["accounts", "ui"]);
  const { timeZone } = useOffice();
  const currency = useCurrency(account.currencyId);
  return (
    <FactCard title={t("accounts:view.account")}>
      <Facts
        facts={[
          [t("accounts:fields.createdAt"), formatInstant(account.createdAt, timeZone)],
          [t("accounts:fields.updatedAt"), formatInstant(account.updatedAt, timeZone)],
          [t("accounts:fields.accountType"), t(`ui:accountTypes.${account.accountType}`)],
          [t("accounts:fields.accountStatus"), t(`accounts:statuses.${account.accountStatus}`)],
          [t("accounts:fields.currencyId"), currency === undefined ? account.currency : `${currency.code} - ${currency.name}`],
        ]}
      />
    </FactCard>
  );
}
