import { Group, Loader, Text } from "@mantine/core";
import { IconCheck, IconMinus, IconPlugConnectedX, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { Money } from "#web/ui/amount/money.tsx";

import classes from "./bulk.module.css";
import { countsOf, useCountWords, type Result, type useBulkPass } from "./use-bulk-pass.ts";

interface BulkResultsProps {
  readonly hawalas: readonly Hawala[];
  readonly bulk: ReturnType<typeof useBulkPass>;
}

/** How it goes with each hawala, and with all of them. */
export function BulkResults({ hawalas, bulk }: BulkResultsProps) {
  const { t } = useTranslation("passHawala");
  const say = useCountWords();
  const { results, running, passed } = bulk;
  const { failed, unanswered, untried } = countsOf([...results.values()], hawalas.length);
  const heading = useRef<HTMLParagraphElement>(null);
  // The button that began the run has gone, and the focus would be behind the dialog. Not Stop, which a key that is still down would press.
  useEffect(() => {
    if (running) heading.current?.focus();
  }, [running]);
  return (
    <div>
      <Text ref={heading} tabIndex={-1} size="sm" fw={600} role="status" mb={6}>
        {running
          ? t("bulk.progress", { done: passed, all: hawalas.length })
          : say({ passed, failed: failed + untried, unanswered })}
      </Text>
      <ul className={classes["results"]} aria-label={t("bulk.results")}>
        {hawalas.map((hawala) => (
          <ResultLine key={hawala.id} hawala={hawala} result={results.get(hawala.id) ?? { state: "waiting" }} />
        ))}
      </ul>
    </div>
  );
}

function ResultLine({ hawala, result }: { readonly hawala: Hawala; readonly result: Result }) {
  const { t } = useTranslation("passHawala");
  return (
    <li className={classes["result"]} data-state={result.state}>
      <Group gap={6} wrap="nowrap">
        <Mark state={result.state} />
        <strong dir="ltr">{hawala.hawalaNo}</strong>
        <span className={classes["who"]} dir="auto">
          {hawala.receiverName}
        </span>
      </Group>
      <Money value={hawala.rAmount} currency={hawala.currency} />
      <span className={classes["state"]}>
        {t(`bulk.${result.state}`)}
        {result.reason === undefined ? null : `: ${result.reason}`}
      </span>
    </li>
  );
}

function Mark({ state }: Pick<Result, "state">) {
  if (state === "running") return <Loader size={14} aria-hidden />;
  if (state === "passed") return <IconCheck size={16} aria-hidden />;
  if (state === "refused") return <IconX size={16} aria-hidden />;
  return state === "unanswered" ? <IconPlugConnectedX size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />;
}
