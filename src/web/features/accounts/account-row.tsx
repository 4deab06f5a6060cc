import { Button, UnstyledButton } from "@mantine/core";
import { IconEye, IconPencil } from "@tabler/icons-react";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { AccountRow as Row } from "#contract/accounts.ts";
import { listed } from "#web/lib/direction.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { accountFullName } from "#web/ui/account/account-label.ts";
import { Money } from "#web/ui/amount/money.tsx";
import { currencyColour } from "#web/ui/currency-colour.ts";

import classes from "./account-row.module.css";
import { heldBalances } from "./rules.ts";
import { Status } from "./status.tsx";

/** Balances that stand in a row before it is opened. */
const balancesInSight = 2;

interface AccountRowProps {
  readonly account: Row;
  /** Opens the Account Entry dialog. */
  readonly onEdit: (id: number) => void;
}

/** One account of the list: who, what is on it, and what can be done. */
export const AccountRow = memo(function AccountRow({ account, onEdit }: AccountRowProps) {
  const { t } = useTranslation("accounts");
  const named = { code: account.accountCode, name: accountFullName(account) };
  return (
    <div className={classes["row"]}>
      <div
        className={classes["circle"]}
        data-colour={currencyColour(account.currencyId)}
        role="img"
        aria-label={t("list.currencyId", { id: account.currencyId })}
      >
        {account.currencyId}
      </div>
      <Who account={account} />
      <Balances account={account} />
      <div className={classes["buttons"]}>
        <ButtonLink
          to={paths.viewAccount(account.id)}
          size="xs"
          variant="default"
          leftSection={<IconEye size={14} aria-hidden />}
          aria-label={t("list.viewOf", named)}
          data-part="view"
        >
          {t("list.view")}
        </ButtonLink>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          aria-label={t("list.editOf", named)}
          data-part="edit"
          onClick={() => onEdit(account.id)}
        >
          {t("list.edit")}
        </Button>
      </div>
    </div>
  );
});

function Who({ account }: { readonly account: Row }) {
  const { t } = useTranslation(["accounts", "ui"]);
  const isActive = account.accountStatus === "active";
  const hasPhone = account.phone !== null;
  return (
    <div className={classes["who"]}>
      <div className={classes["name"]}>
        <span dir="auto">{accountFullName(account)}</span>
      </div>
      <div className={classes["line"]}>
        <span>{account.accountCode}</span>
        <span>{t(`ui:accountTypes.${account.accountType}`)}</span>
        <span>{account.currency}</span>
        {hasPhone || isActive ? null : <Status status={account.accountStatus} />}
      </div>
      {hasPhone ? (
        <div className={classes["line"]}>
          <span dir="ltr">{account.phone}</span>
          {account.fatherName === null ? null : <span>{t("accounts:list.father", { name: account.fatherName })}</span>}
          {account.tazkiraNumber === null ? null : <span>{t("accounts:list.tazkira", { number: account.tazkiraNumber })}</span>}
          <span>
            {t("accounts:list.status")} <Status status={account.accountStatus} />
          </span>
        </div>
      ) : null}
    </div>
  );
}

/** What the account holds, its own currency first; a third currency and more are one press away. */
function Balances({ account }: { readonly account: Row }) {
  const { t } = useTranslation("accounts");
  const [opened, setOpened] = useState(false);
  const held = heldBalances(account);
  const hidden = held.length - balancesInSight;
  const shown = opened ? t("list.fewerBalances") : t("list.moreBalances", { count: hidden });
  return (
    <div className={classes["balances"]}>
      {held.length === 0 ? <span className={classes["none"]}>{t("list.noBalance")}</span> : null}
      {held.slice(0, opened ? undefined : balancesInSight).map(({ currencyId, currency, balance }) => (
        <Money key={currencyId} value={balance} currency={currency} />
      ))}
      {hidden > 0 ? (
        <UnstyledButton
          className={classes["more"] ?? ""}
          aria-expanded={opened}
          aria-label={t("list.balancesOf", { shown, code: account.accountCode, name: accountFullName(account) })}
          title={listed(held.slice(balancesInSight).map(({ currency }) => currency))}
          data-part="balances"
          onClick={() => setOpened(!opened)}
        >
          {shown}
        </UnstyledButton>
      ) : null}
    </div>
  );
}
