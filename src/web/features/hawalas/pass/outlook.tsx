import { Alert, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { accountBalances, listAccounts } from "#contract/accounts.ts";
import { listSenderCodes } from "#contract/hawala-lists.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { amountFrom, subtractAmounts } from "#kernel/amount.ts";
import { useFormatAmount } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { accountLabel } from "#web/ui/account/account-label.ts";
import { AfterEffect } from "#web/ui/entry/after-effect.tsx";
import type { Movement } from "#web/ui/entry/balance-effect.ts";
import { useStill } from "#web/ui/entry/use-still.ts";

interface OutlookProps {
  readonly hawala: Hawala;
  /** The branch account that pays; undefined for the cash box, null while no branch has been chosen. */
  readonly branchId: number | null | undefined;
  /** It is being paid: the balances may hold that already. */
  readonly sending: boolean;
}

/** What passing does to the partner's account and to the one that pays, and whether the cash box holds enough. */
export function Outlook({ hawala, branchId, sending }: OutlookProps) {
  const { t } = useTranslation(["passHawala", "common"]);
  const { cashAccountId } = useOffice();
  const codes = useQuery(read(listSenderCodes));
  const partner = codes.data?.find(({ senderCode }) => senderCode === hawala.senderCode);
  const payerId = branchId === undefined ? cashAccountId : branchId;
  const { movements, accounts } = useMovements(hawala, partner?.accountId ?? null, payerId);
  return (
    <Stack gap="xs">
      {partner?.accountId === null ? (
        <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />}>
          {t("passHawala:pay.noPartner", { code: hawala.senderCode ?? "" })}
        </Alert>
      ) : null}
      {accounts.isLoadingError ? (
        <LoadError error={accounts.error} isRetrying={accounts.isFetching} onRetry={() => void accounts.refetch()} />
      ) : (
        <AfterEffect
          movements={movements}
          title={t("passHawala:pay.outlook")}
          sending={sending}
          {...(codes.isFetching || accounts.isFetching ? { waiting: t("common:loading") } : {})}
        />
      )}
      {branchId === undefined ? <Shortage hawala={hawala} sending={sending} /> : null}
    </Stack>
  );
}

/** The partner is debited and whoever pays is credited, as far as their accounts are known. A branch of another currency cannot pay. */
function useMovements(hawala: Hawala, partnerId: number | null, payerId: number | null) {
  const ids = [partnerId, payerId].filter((id) => id !== null);
  const accounts = useQuery({
    ...read(listAccounts, { query: { ids: ids.toSorted((left, right) => left - right).join(",") } }),
    enabled: ids.length > 0,
  });
  const { cashAccountId } = useOffice();
  const amount = amountFrom(hawala.rAmount);
  const sides = [
    { id: payerId, side: "credited" as const },
    { id: partnerId, side: "debited" as const },
  ];
  const movements = sides.flatMap(({ id, side }): Movement[] => {
    const account = accounts.data?.find((one) => one.id === id);
    const { currencyId, currency } = hawala;
    const canPay = id === cashAccountId || account?.currencyId === currencyId;
    if (account === undefined || (side === "credited" && !canPay)) return [];
    return [
      {
        accountId: account.id,
        accountType: account.accountType,
        account: accountLabel(account),
        currencyId,
        currency,
        side,
        amount,
      },
    ];
  });
  return { movements, accounts };
}

/** Said in red where the cash box holds less than is to be paid. It stops nobody: the books may lag behind the drawer. */
function Shortage({ hawala: { currencyId, currency, rAmount }, sending }: Pick<OutlookProps, "hawala" | "sending">) {
  const { t } = useTranslation("passHawala");
  const formatAmount = useFormatAmount();
  const { cashAccountId } = useOffice();
  const balances = useQuery(read(accountBalances, { params: { id: cashAccountId } }));
  const data = useStill(balances.data, sending);
  const { data: accounts } = useQuery(read(listAccounts, { query: { ids: String(cashAccountId) } }));
  if (data === undefined) return null;
  const held = amountFrom(data.find((balance) => balance.currencyId === currencyId)?.balance ?? "0.00");
  const missing = subtractAmounts(amountFrom(rAmount), held);
  if (missing <= 0n) return null;
  const account = accounts?.find(({ id }) => id === cashAccountId)?.accountName ?? "";
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} title={t("pay.short", { currency, account })}>
      {t("pay.shortText", { missing: formatAmount(missing, currency), currency })}
    </Alert>
  );
}
