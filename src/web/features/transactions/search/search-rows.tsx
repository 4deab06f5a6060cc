import { ActionIcon, Group, Table, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowNarrowRight, IconPencil, IconPrinter, IconTrash, type Icon } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { listCurrencies } from "#contract/currencies.ts";
import type { DeletedTransaction, ListedTransaction } from "#contract/transactions.ts";
import { formatDigits } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { narrativeWords } from "#web/ui/amount/amount-words.ts";
import { Money } from "#web/ui/amount/money.tsx";

import { AccountLink, type Sides } from "./search-accounts.tsx";
import classes from "./search.module.css";

/** What both lists show of a transaction. */
type Shown = Pick<
  ListedTransaction & DeletedTransaction,
  | "id"
  | "transType"
  | "transDescription"
  | "cTransDescription"
  | keyof Sides
  | "dAmount"
  | "cAmount"
  | "currencyId"
  | "cCurrencyId"
>;

interface CellProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A cell that stays one where a narrow screen lays the row out as a card. */
export function Cell({ className, children }: CellProps) {
  return (
    <Table.Td role="cell" className={className === undefined ? "" : (classes[className] ?? "")}>
      {children}
    </Table.Td>
  );
}

interface IdCellProps {
  readonly id: number;
  readonly isSelected: boolean;
  readonly onOpen: (id: number) => void;
}

/** The number of a transaction, which opens it. */
export function IdCell({ id, isSelected, onOpen }: IdCellProps) {
  const { t } = useTranslation("search");
  return (
    <Cell className="id">
      <button
        type="button"
        className={classes["link"]}
        aria-label={t("results.open", { id })}
        aria-current={isSelected ? "true" : undefined}
        data-opens={id}
        onClick={() => onOpen(id)}
      >
        {id}
      </button>
    </Cell>
  );
}

/** The narrative, and from whom to whom. */
export function DescriptionCell({ shown }: { readonly shown: Shown }) {
  const { t } = useTranslation("search");
  const narrative = narrativeWords(
    shown.transDescription === "" ? shown.cTransDescription : shown.transDescription,
    shown.dAmount,
  );
  return (
    <Cell className="description">
      <div className={classes["narrative"]}>
        {narrative === "" ? (
          <span className={classes["quiet"]}>{t("results.noNarrative")}</span>
        ) : (
          <span dir="auto">{narrative}</span>
        )}
      </div>
      <div className={classes["sides"]}>
        <AccountLink sides={shown} side="out" />
        <IconArrowNarrowRight size={14} aria-hidden className={classes["arrow"]} />
        <AccountLink sides={shown} side="in" />
      </div>
    </Cell>
  );
}

/** The amounts of a transaction with the codes of their currencies: two lines where two currencies meet. */
export function AmountCells({ shown }: { readonly shown: Shown }) {
  const { t } = useTranslation("search");
  const currencies = useQuery(read(listCurrencies));
  const codeOf = (id: number): string | undefined => currencies.data?.find((currency) => currency.id === id)?.code;
  const lines = [
    { amount: shown.dAmount, id: shown.currencyId },
    ...(shown.cCurrencyId === shown.currencyId ? [] : [{ amount: shown.cAmount, id: shown.cCurrencyId }]),
  ];
  return (
    <>
      <Cell className="amount">
        {lines.map(({ amount, id }) => {
          const code = codeOf(id);
          return (
            <div key={id}>{code === undefined ? formatDigits(amount) : <Money value={amount} currency={code} withoutCode />}</div>
          );
        })}
      </Cell>
      <Cell className="currency">
        {lines.map(({ id }) => (
          <div key={id}>{codeOf(id) ?? (currencies.isPending ? "" : t("results.unknownCurrency"))}</div>
        ))}
      </Cell>
    </>
  );
}

interface RowActionProps {
  readonly name: "edit" | "delete" | "recover";
  readonly id: number;
  readonly onPress: () => void;
}

const icons: Readonly<Record<RowActionProps["name"], Icon>> = { edit: IconPencil, delete: IconTrash, recover: IconArrowBackUp };

/** A button of a row: an icon, and its name in a tooltip. */
export function RowAction({ name, id, onPress }: RowActionProps) {
  const { t } = useTranslation("search");
  const ActionMark = icons[name];
  return (
    <Tooltip label={t(`results.${name}`)} openDelay={300}>
      <ActionIcon
        variant="default"
        size="md"
        {...(name === "delete" ? { c: "var(--negative)" } : {})}
        aria-label={t(`results.${name}Of`, { id })}
        onClick={onPress}
      >
        <ActionMark size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface ActionsCellProps {
  readonly id: number;
  readonly children: ReactNode;
}

/** The last cell of a row: what this person may do with the transaction, and its voucher. */
export function ActionsCell({ id, children }: ActionsCellProps) {
  const { t } = useTranslation("search");
  return (
    <Cell className="actions">
      <Group gap={6} wrap="nowrap" justify="flex-end">
        {children}
        <Tooltip label={t("results.print")} openDelay={300}>
          <ActionIcon
            component={Link}
            to={paths.transactionVoucher(id)}
            preload={false}
            variant="default"
            size="md"
            aria-label={t("results.printOf", { id })}
          >
            <IconPrinter size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    </Cell>
  );
}
