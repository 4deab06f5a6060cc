import { Alert, Button, Checkbox, Group, Modal, Progress, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { accountBalances, listAccounts } from "#contract/accounts.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { amountFrom, subtractAmounts, type Amount } from "#kernel/amount.ts";
import { BranchPicker, useBranches, type Branch } from "#web/features/hawalas/branch-picker.tsx";
import { payoutTotals, type PayoutTotal } from "#web/features/hawalas/pass-rules.ts";
import { listed } from "#web/lib/direction.ts";
import { read } from "#web/lib/query.ts";
import { useOffice, useToday } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { MayBeOld } from "#web/shell/may-be-old.tsx";
import { BusinessDateInput, useDateCheck } from "#web/ui/date/business-date-input.tsx";
import { LeaveGuard } from "#web/ui/entry/leave-guard.tsx";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

import { BulkResults } from "./bulk-results.tsx";
import { BulkTotals } from "./bulk-totals.tsx";
import { useBulkPass } from "./use-bulk-pass.ts";

interface BulkDialogProps {
  /** What is to be passed, as it was ticked; undefined while the dialog is closed. */
  readonly hawalas: readonly Hawala[] | undefined;
  /** Called with the hawalas that were passed, or cannot be any more as they were ticked. */
  readonly onClose: (done: ReadonlySet<number>) => void;
}

/** Passes what was ticked: who pays, what it comes to, how it goes, and how each one went. */
export function BulkDialog({ hawalas, onClose }: BulkDialogProps) {
  return hawalas === undefined ? null : <Bulk hawalas={hawalas} onClose={onClose} />;
}

function Bulk({ hawalas, onClose }: BulkDialogProps & { readonly hawalas: readonly Hawala[] }) {
  const { t } = useTranslation(["passHawala", "common"]);
  const bulk = useBulkPass(hawalas);
  const totals = payoutTotals(hawalas);
  const [payer, setPayer] = useState<Payer>({ byBranch: false, branchId: null, transDate: null });
  const { body, fault } = useBulkBody(totals, payer);
  const [wrong, setWrong] = useState<string>();
  const begun = bulk.results.size > 0;
  const close = (): void => {
    if (bulk.running) return;
    bulk.close();
    onClose(bulk.done);
  };
  const confirm = (): void => {
    setWrong(fault?.text);
    if (fault === undefined) void bulk.run(body);
    else toast.error(fault.title, fault.text);
  };
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t("passHawala:bulk.pass", { count: hawalas.length })}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      <Stack gap="md">
        <Text size="sm">{t("passHawala:bulk.question")}</Text>
        <BulkTotals totals={totals} cash={useCashHeld(!payer.byBranch && !begun).cash} />
        {begun ? (
          <>
            <Progress value={(bulk.passed / hawalas.length) * 100} aria-label={t("passHawala:bulk.results")} />
            <BulkResults hawalas={hawalas} bulk={bulk} />
          </>
        ) : (
          <PayerFields payer={payer} totals={totals} wrong={wrong} onChange={setPayer} />
        )}
        <Buttons count={hawalas.length} bulk={bulk} onClose={close} onConfirm={confirm} />
      </Stack>
      <LeaveGuard
        isDirty={bulk.isBusy}
        sending={bulk.running}
        words={t("passHawala:bulk.leave", { returnObjects: true })}
        onDiscard={bulk.stop}
      />
    </Modal>
  );
}

interface Payer {
  readonly byBranch: boolean;
  readonly branchId: number | null;
  /** Null is today. */
  readonly transDate: string | null;
}

/** What is sent for each, and what keeps it from being sent. */
function useBulkBody(totals: readonly PayoutTotal[], { byBranch, branchId, transDate }: Payer) {
  const { t } = useTranslation("passHawala");
  const today = useToday();
  const branches = useBranches();
  const dateWrong = useDateCheck();
  const body = { branchAccountId: byBranch ? branchId : null, transDate: transDate ?? today };
  const branch: Branch | undefined = byBranch ? branches.data?.find(({ id }) => id === branchId) : undefined;
  const other = branch === undefined ? undefined : totals.find(({ currency }) => currency !== branch.currency);
  const wrongDate = transDate === null ? undefined : dateWrong(transDate);
  if (byBranch && branchId === null)
    return { body, fault: { title: t("pay.accountRequired"), text: t("pay.accountRequiredText") } };
  if (branch !== undefined && other !== undefined) {
    const text = t("pay.mismatchText", { hawala: other.currency, account: branch.currency });
    return { body, fault: { title: t("pay.mismatch"), text } };
  }
  return { body, fault: wrongDate === undefined ? undefined : { title: t("pay.dateWrong"), text: wrongDate } };
}

interface Cash {
  readonly account: string;
  /** What the cash box holds, by currency id. */
  readonly held: (currencyId: number) => Amount;
}

/** The cash box, undefined while nobody asks, or nobody knows; and how its balances were read. */
function useCashHeld(enabled: boolean) {
  const { cashAccountId } = useOffice();
  const balances = useQuery({ ...read(accountBalances, { params: { id: cashAccountId } }), enabled });
  const accounts = useQuery({ ...read(listAccounts, { query: { ids: String(cashAccountId) } }), enabled });
  const { data } = balances;
  if (!enabled || data === undefined) return { balances };
  const cash: Cash = {
    account: accounts.data?.find(({ id }) => id === cashAccountId)?.accountName ?? "",
    held: (currencyId) => amountFrom(data.find((balance) => balance.currencyId === currencyId)?.balance ?? "0.00"),
  };
  return { balances, cash };
}

interface PayerFieldsProps {
  readonly payer: Payer;
  readonly totals: readonly PayoutTotal[];
  readonly wrong: string | undefined;
  readonly onChange: (payer: Payer) => void;
}

function PayerFields({ payer, totals, wrong, onChange }: PayerFieldsProps) {
  const { t } = useTranslation("passHawala");
  const today = useToday();
  const only = totals.length === 1 ? totals[0]?.currency : undefined;
  const { balances, cash } = useCashHeld(!payer.byBranch);
  const short = totals.filter(
    ({ currencyId, amount }) => cash !== undefined && subtractAmounts(cash.held(currencyId), amount) < 0n,
  );
  return (
    <Stack gap="sm">
      {payer.byBranch ? null : <CashUnread balances={balances} />}
      {short.length === 0 ? null : (
        <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />}>
          {t("bulk.short", { account: cash?.account ?? "", currencies: listed(short.map(({ currency }) => currency)) })}
        </Alert>
      )}
      <Checkbox
        label={t("pay.byBranch")}
        checked={payer.byBranch}
        onChange={({ currentTarget }) => onChange({ ...payer, byBranch: currentTarget.checked })}
      />
      {payer.byBranch ? (
        <BranchPicker
          value={payer.branchId}
          {...(only === undefined ? {} : { currency: only })}
          error={wrong}
          onChange={(branch) => onChange({ ...payer, branchId: branch?.id ?? null })}
        />
      ) : null}
      <BusinessDateInput
        label={t("pay.date")}
        value={payer.transDate ?? today}
        onChange={(transDate) => onChange({ ...payer, transDate })}
      />
    </Stack>
  );
}

/** Says where nobody knows what the cash box holds by now: its columns are missing, or may be old. */
function CashUnread({ balances }: Pick<ReturnType<typeof useCashHeld>, "balances">) {
  const { t } = useTranslation("ui");
  const { error, refetch } = balances;
  if (error !== null && balances.data === undefined)
    return <LoadError title={t("afterEffect.failed")} error={error} onRetry={() => void refetch()} />;
  return <MayBeOld readings={[balances]} />;
}

interface ButtonsProps {
  readonly count: number;
  readonly bulk: ReturnType<typeof useBulkPass>;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

function Buttons({ count, bulk, onClose, onConfirm }: ButtonsProps) {
  const { t } = useTranslation("passHawala");
  const begun = bulk.results.size > 0;
  if (bulk.running)
    return (
      <Group justify="flex-end" gap="xs">
        <Button variant="default" aria-disabled={bulk.stopping} onClick={bulk.stop}>
          {bulk.stopping ? t("bulk.stopping") : t("bulk.stop")}
        </Button>
      </Group>
    );
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" data-autofocus onClick={onClose}>
        {begun ? t("bulk.close") : t("bulk.cancel")}
      </Button>
      {begun && bulk.done.size === count ? null : (
        <Button onClick={onFirstPress(onConfirm)}>{begun ? t("bulk.retry") : t("bulk.pass", { count })}</Button>
      )}
    </Group>
  );
}
