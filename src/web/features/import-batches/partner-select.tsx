import { Alert, Anchor, NativeSelect } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { listAccounts, type AccountRow } from "#contract/accounts.ts";
import { read } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { accountFullName } from "#web/ui/account/account-label.ts";

interface PartnerSelectProps {
  readonly value: string;
  readonly onChange: (senderCode: string) => void;
  readonly disabled: boolean;
}

const mostPartners = 1_000;
const partnersQuery = { type: "hawala_partner", limit: mostPartners, balances: "0" } as const;

/** Whose sheet it is: the partners' accounts by their codes, and the office's usual sender. Warns when nobody could be charged. */
export function PartnerSelect({ value, onChange, disabled }: PartnerSelectProps) {
  const { t } = useTranslation("importHawala");
  const { senderCode: usual } = useOffice();
  const partners = useQuery(read(listAccounts, { query: partnersQuery }));
  const others = useOtherAccount(usual, partners.data);
  if (partners.isError && partners.data === undefined)
    return <LoadError title={t("form.partnersFailed")} error={partners.error} onRetry={() => void partners.refetch()} />;
  const known = [...(partners.data ?? []), ...(others.account === undefined ? [] : [others.account])];
  const account = known.find(({ accountCode }) => accountCode === value);
  const options = known
    .filter(({ accountCode, accountStatus }) => accountStatus === "active" || accountCode === value)
    .map((partner) => ({
      value: partner.accountCode,
      label: t("form.partnerOption", { code: partner.accountCode, name: accountFullName(partner) }),
    }));
  const isKnown = partners.data !== undefined && others.isKnown;
  const stranger = known.some(({ accountCode }) => accountCode === usual)
    ? []
    : [{ value: usual, label: isKnown ? t("form.partnerUnknown", { code: usual }) : usual }];
  return (
    <div>
      <NativeSelect
        label={t("form.partner")}
        value={value}
        disabled={disabled}
        data={[...stranger, ...options]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isKnown ? <Doubt code={value} account={account} /> : null}
    </div>
  );
}

/** A sender code with the name of its account, of whatever type, as the choice of partners gives it; the code alone where none has it. */
export function usePartnerLabel(code: string): string {
  const { t } = useTranslation("importHawala");
  const { data } = useQuery(read(listAccounts, { query: partnersQuery }));
  const other = useOtherAccount(code, data);
  const account = data?.find(({ accountCode }) => accountCode === code) ?? other.account;
  return account === undefined ? code : t("form.partnerOption", { code, name: accountFullName(account) });
}

/** The account of a code that no partner has: it may be of another type. */
function useOtherAccount(code: string, partners: readonly AccountRow[] | undefined) {
  const isAsked = code !== "" && partners !== undefined && !partners.some(({ accountCode }) => accountCode === code);
  const query = { q: code, limit: 50, balances: "0" } as const;
  const { data } = useQuery({ ...read(listAccounts, { query }), enabled: isAsked });
  const account = isAsked ? data?.find(({ accountCode }) => accountCode === code) : undefined;
  return { account, isKnown: !isAsked || data !== undefined };
}

function Doubt({ code, account }: { readonly code: string; readonly account: AccountRow | undefined }) {
  const { t } = useTranslation("importHawala");
  if (account?.accountStatus === "active") return null;
  return (
    <Alert variant="outline" color="orange" mt="xs" p="xs" role="status" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {account === undefined ? (
        <>
          {t("form.noAccount", { code })}{" "}
          <Anchor component={Link} to={paths.newAccount} inherit underline="always">
            {t("form.openAccount")}
          </Anchor>
        </>
      ) : (
        t("form.notActive", { code, name: accountFullName(account) })
      )}
    </Alert>
  );
}
