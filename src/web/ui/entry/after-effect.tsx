import { Paper, Skeleton, Table, Text, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle, IconArrowNarrowRight } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { accountBalances } from "#contract/accounts.ts";
import { amountFrom } from "#kernel/amount.ts";
import { read } from "#web/lib/query.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { MayBeOld, type KeptReading } from "#web/shell/may-be-old.tsx";
import { Money } from "#web/ui/amount/money.tsx";

import classes from "./after-effect.module.css";
import { balanceChange, effectsOf, type BalanceChange, type Effect, type Movement } from "./balance-effect.ts";
import { useEntryAround } from "./entry-context.ts";
import { useStill } from "./use-still.ts";

/** So long a preview stands still before it is said to those who hear it. */
export const settleMs = 500;

export interface AfterEffectProps {
  /** The sides that are known so far. */
  readonly movements: readonly Movement[];
  /** What is said while none is; what to do in a form, unless it is said. */
  readonly waiting?: string;
  /** What the balances are shown before and after; saving, unless it is said. */
  readonly title?: string;
  /** It is on its way to the server; as the form around says, unless it is said here. */
  readonly sending?: boolean;
  /** Nobody knows whether it has been saved already; as the form around says, unless it is said here. */
  readonly unanswered?: boolean;
}

/**
 * What saving will do: the balance of each account now and afterwards, and a warning where one falls below zero. It stands
 * still while that is on its way to the server, whose balances may hold it before its answer comes.
 * What may have been recorded without an answer may be in the balances already, so nothing is said of afterwards then.
 * The roles are written out because a narrow screen lays the rows out in two lines, which would end their being a table.
 */
export function AfterEffect({ movements, waiting, title, ...said }: AfterEffectProps) {
  const { t } = useTranslation("ui");
  const heading = useId();
  const around = useEntryAround();
  const unanswered = said.unanswered ?? around?.unanswered === true;
  const { effects, readings } = useStill(useEffects(movements), said.sending ?? around?.sending === true);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby={heading} className={classes["panel"] ?? ""}>
      <Text fw={600} size="sm" id={heading}>
        {title ?? t("afterEffect.title")}
      </Text>
      <Crossings effects={unanswered ? [] : effects} />
      {effects.length === 0 ? (
        <Text size="sm" c="dimmed" mt={4}>
          {waiting ?? t("afterEffect.waiting")}
        </Text>
      ) : (
        <Table
          role="table"
          aria-labelledby={heading}
          verticalSpacing={4}
          horizontalSpacing="xs"
          className={classes["table"] ?? ""}
          data-long={effects.some(isLong) || undefined}
        >
          <Table.Thead role="rowgroup" className={classes["head"] ?? ""}>
            <Table.Tr role="row">
              <Table.Th role="columnheader" scope="col">
                {t("afterEffect.account")}
              </Table.Th>
              <Table.Th role="columnheader" scope="col" className={classes["figure"] ?? ""}>
                {t("afterEffect.now")}
              </Table.Th>
              {unanswered ? null : (
                <Table.Th role="columnheader" scope="col" className={classes["figure"] ?? ""}>
                  {t("afterEffect.after")}
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role="rowgroup">
            {effects.map((effect) => (
              <EffectRow
                key={`${String(effect.accountId)}:${String(effect.currencyId)}`}
                effect={effect}
                unanswered={unanswered}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {unanswered && effects.length > 0 ? (
        <Text size="sm" c="dimmed" mt={4}>
          {t("afterEffect.unanswered")}
        </Text>
      ) : null}
      <MayBeOld readings={readings} />
    </Paper>
  );
}

/** Stands in its place where a correction is complete and moves no balance. */
export function NoEffect() {
  const { t } = useTranslation("ui");
  return (
    <Paper withBorder p="sm">
      <Text size="sm" c="dimmed">
        {t("afterEffect.none")}
      </Text>
    </Paper>
  );
}

/** An effect on a balance, as far as that has been read. */
interface ReadEffect extends Omit<Effect, "change"> {
  /** Undefined until the balance has come. */
  readonly change: BalanceChange | undefined;
  /** How the balance is being read. */
  readonly reading: KeptReading | undefined;
}

/** So much has no room beside as much and a name where an amount has. */
const leastLong = amountFrom("1000000000000");

const isLong = ({ change }: ReadEffect): boolean =>
  change !== undefined && [change.now, change.after].some((amount) => amount >= leastLong || -amount >= leastLong);

/** What the movements do to each balance, and the readings of all of them, each account once. */
function useEffects(movements: readonly Movement[]) {
  const effects = effectsOf(movements);
  const ids = [...new Set(effects.map(({ accountId }) => accountId))];
  const readings = useQueries({ queries: ids.map((id) => read(accountBalances, { params: { id } })) });
  const withBalances = effects.map((effect): ReadEffect => {
    const reading = readings[ids.indexOf(effect.accountId)];
    return { ...effect, reading, change: reading?.data === undefined ? undefined : balanceChange(reading.data, effect) };
  });
  return { effects: withBalances, readings };
}

/** Says which accounts fall below zero to those who do not see it. It is there before its text, which would not be heard otherwise. */
function Crossings({ effects }: { readonly effects: readonly ReadEffect[] }) {
  const { t } = useTranslation("ui");
  const crossing = effects.filter(({ change }) => change?.crossesZero === true);
  const text = crossing.map(({ account, currency }) => t("afterEffect.crossesZeroOf", { account, currency })).join(" ");
  const [settled] = useDebouncedValue(text, settleMs);
  return <VisuallyHidden role="status">{settled === text ? text : ""}</VisuallyHidden>;
}

interface EffectRowProps {
  readonly effect: ReadEffect;
  /** The balance may hold it already. */
  readonly unanswered: boolean;
}

function EffectRow({ effect: { account, currency, change, reading }, unanswered }: EffectRowProps) {
  const { t } = useTranslation("ui");
  if (reading !== undefined && reading.error !== null && change === undefined)
    return (
      <Table.Tr role="row">
        <Table.Td role="cell" colSpan={3}>
          <LoadError error={reading.error} title={t("afterEffect.failed")} onRetry={() => void reading.refetch()} />
        </Table.Td>
      </Table.Tr>
    );
  const waiting = <Skeleton height={14} width={96} className={classes["waiting"] ?? ""} />;
  return (
    <Table.Tr role="row" className={classes["row"] ?? ""}>
      <Table.Th role="rowheader" scope="row" fw={500} className={classes["account"] ?? ""}>
        <bdi>{account}</bdi>
        {!unanswered && change?.crossesZero === true ? (
          <span className={classes["warning"]}>
            <IconAlertTriangle size={14} aria-hidden /> {t("afterEffect.crossesZero")}
          </span>
        ) : null}
      </Table.Th>
      <Table.Td role="cell" className={classes["figure"] ?? ""}>
        {change === undefined ? waiting : <Money value={change.now} currency={currency} mayWrap />}
      </Table.Td>
      {unanswered ? null : (
        <Table.Td role="cell" className={classes["figure"] ?? ""}>
          {change === undefined ? (
            waiting
          ) : (
            <>
              <IconArrowNarrowRight size={16} aria-hidden className={classes["arrow"]} />
              <strong>
                <Money value={change.after} currency={currency} mayWrap />
              </strong>
            </>
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}
