import { Button, Card, Skeleton, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import type { Currency } from "#contract/currencies.ts";
import { useUrlState } from "#web/lib/url.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import { AddForm } from "./add-form.tsx";
import classes from "./currencies.module.css";
import { CurrencyCard } from "./currency-card.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { HistoryDialog } from "./history-dialog.tsx";
import { useFreshCurrencies } from "./queries.ts";

const pageState = z.object({
  /** The code of the currency whose rates and use are shown. */
  history: z.string().max(3).catch(""),
});

const placeholders = [1, 2, 3, 4] as const;

/** Currency Management: every currency with its rate; adding, editing, deleting, and what became of its rate. */
export function CurrenciesPage() {
  const { t } = useTranslation("currencies");
  const list = useFreshCurrencies();
  const [{ history }, setState] = useUrlState(pageState);
  const [isAdding, setAdding] = useState(false);
  const [editedId, setEditedId] = useState<number>();
  const [pressed, setPressed] = useState<Currency>();
  const addButton = useRef<HTMLButtonElement>(null);
  const currencies = list.data ?? [];
  // As the list has it now: from the version that was pressed, nothing more can be changed once somebody else has changed it.
  const stored = currencies.find(({ id }) => id === pressed?.id);
  const closeForm = (): void => {
    flushSync(() => setAdding(false));
    addButton.current?.focus();
  };
  return (
    <Page
      title={t("list.title")}
      description={t("list.description")}
      actions={
        isAdding ? undefined : (
          <Button ref={addButton} leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {t("list.add")}
          </Button>
        )
      }
    >
      {isAdding ? <AddForm onClose={closeForm} /> : null}
      {list.isError ? <LoadError title={t("list.failed")} error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Placeholders /> : null}
      {list.data?.length === 0 ? <NoCurrencies /> : null}
      {currencies.length === 0 ? null : (
        <ul className={classes["grid"]} aria-label={t("list.heading")}>
          {currencies.map((currency) => (
            <CurrencyCard
              key={currency.id}
              currency={currency}
              onHistory={() => setState({ history: currency.code })}
              onEdit={() => setEditedId(currency.id)}
              onDelete={() => setPressed(currency)}
            />
          ))}
        </ul>
      )}
      <EditDialog id={editedId} onClose={() => setEditedId(undefined)} />
      <DeleteDialog
        currency={stored ?? pressed}
        isGone={pressed !== undefined && list.data !== undefined && stored === undefined}
        onClose={() => setPressed(undefined)}
      />
      <HistoryDialog
        currency={currencies.find(({ code }) => code === history.toUpperCase())}
        onClose={() => setState({ history: "" })}
      />
    </Page>
  );
}

function NoCurrencies() {
  const { t } = useTranslation("currencies");
  return (
    <Card withBorder padding={0}>
      <div className={surfaces["empty"]} role="status">
        <Text fw={600}>{t("list.none")}</Text>
        <Text size="sm" c="dimmed">
          {t("list.noneNext")}
        </Text>
      </div>
    </Card>
  );
}

function Placeholders() {
  const { t } = useTranslation("currencies");
  return (
    <div className={classes["grid"]} role="status" aria-label={t("list.loading")}>
      {placeholders.map((card) => (
        <Skeleton key={card} height={172} radius="md" />
      ))}
    </div>
  );
}
