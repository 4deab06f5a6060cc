import { Alert, Checkbox, Text } from "@mantine/core";
import { IconAlertTriangle, IconHistory } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { CurrencyTotal, RowVerdict, SheetPreview } from "#contract/import-batches.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { listed } from "#web/lib/direction.ts";
import { formatCount, isolated } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import { Money } from "#web/ui/amount/money.tsx";

import classes from "./import.module.css";
import { freshRows, kilobytesText, verdictsIn } from "./rules.ts";
import type { ImportState } from "./use-import.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

/** What was read: the sheet, the size of the file, sheets that were not read, and an earlier import of the same file for the same partner. */
export function SheetFacts({ sheet }: { readonly sheet: SheetPreview }) {
  const { t } = useTranslation("importHawala");
  const { timeZone } = useOffice();
  const { otherSheets } = sheet;
  const fresh = freshRows(sheet.counts);
  // Another partner's has a notice of its own.
  const importedBefore = sheet.importedBefore?.senderCode === sheet.senderCode ? sheet.importedBefore : null;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t("preview.rows", { count: sheet.rows.length, shown: formatCount(sheet.rows.length) })} ·{" "}
        {t("preview.sheet", { sheet: sheet.sheetName })} · {t("form.size", { size: kilobytesText(sheet.fileSize) })}
      </Text>
      {otherSheets.length === 0 ? null : (
        <Text size="sm">
          {t("preview.otherSheets", { count: otherSheets.length, sheets: listed(otherSheets.map(isolated)) })}
        </Text>
      )}
      {importedBefore === null ? null : (
        <Alert variant="outline" color="orange" p="xs" title={t("preview.importedBefore")} icon={<IconHistory aria-hidden />}>
          {t(fresh === 0 ? "preview.importedBeforeText" : "preview.importedBeforeInPart", {
            count: fresh,
            shown: formatCount(fresh),
            file: importedBefore.fileName,
            user: importedBefore.importedBy,
            when: formatInstant(importedBefore.importedAt, timeZone),
            id: importedBefore.batchId,
          })}
        </Alert>
      )}
    </>
  );
}

interface VerdictFilterProps {
  readonly sheet: SheetPreview;
  /** The only verdict that is shown; undefined shows every row. */
  readonly value: RowVerdict | undefined;
  readonly onChange: (verdict: RowVerdict | undefined) => void;
}

/** How many rows have each verdict; pressing one shows them alone. */
export function VerdictFilter({ sheet, value, onChange }: VerdictFilterProps) {
  const { t } = useTranslation("importHawala");
  return (
    <div role="group" aria-label={t("preview.filter")} className={classes["verdicts"]}>
      <button type="button" aria-pressed={value === undefined} onClick={() => onChange(undefined)}>
        {t("preview.all")} <strong>{formatCount(sheet.rows.length)}</strong>
      </button>
      {verdictsIn(sheet.counts).map((verdict) => (
        <button
          key={verdict}
          type="button"
          aria-pressed={value === verdict}
          onClick={() => onChange(value === verdict ? undefined : verdict)}
        >
          <VerdictBadge verdict={verdict} /> <strong>{formatCount(sheet.counts[verdict])}</strong>
        </button>
      ))}
    </div>
  );
}

/** Count and sums of what would be imported, a line for each currency. */
export function PreviewTotals({ totals }: { readonly totals: readonly CurrencyTotal[] }) {
  const { t } = useTranslation("importHawala");
  const heading = useId();
  return (
    <div className={classes["totals"]}>
      <Text id={heading} size="sm" fw={600}>
        {t("preview.totals")}
      </Text>
      {totals.length === 0 ? (
        <Text size="sm">{t("preview.nothing")}</Text>
      ) : (
        <ul aria-labelledby={heading}>
          {totals.map((total) => (
            <li key={total.currency}>
              <CurrencySum total={total} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** "؋46,000.00 AFN 5 hawalas · $657.14 USD". */
export function CurrencySum({ total: { currency, count, rAmount, intoUSD } }: { readonly total: CurrencyTotal }) {
  const { t } = useTranslation("importHawala");
  return (
    <>
      <Money value={rAmount} currency={currency} />{" "}
      <span className={classes["quiet"]}>{t("preview.totalOf", { count, shown: formatCount(count) })}</span>
      {currency === "USD" ? null : (
        <>
          {" · "}
          <Money value={intoUSD} currency="USD" />
        </>
      )}
    </>
  );
}

const mostFaultsTold = 5;

/** Says that faulty rows stop the import, and offers to leave them out; otherwise how much is ready. */
export function Readiness({ state, sheet }: { readonly state: ImportState; readonly sheet: SheetPreview }) {
  const { t } = useTranslation("importHawala");
  const faulty = sheet.counts.error;
  const fresh = freshRows(sheet.counts);
  if (faulty === 0) return <Text size="sm">{t("preview.ready", { count: fresh, shown: formatCount(fresh) })}</Text>;
  const faults = sheet.rows.flatMap(({ errors }) => errors);
  const rest = faults.length - mostFaultsTold;
  return (
    <Alert
      role="status"
      variant="outline"
      color={state.skipInvalid ? "orange" : "red"}
      p="sm"
      title={t(state.skipInvalid ? "faulty.skipped" : "faulty.title", { count: faulty, shown: formatCount(faulty) })}
      icon={<IconAlertTriangle aria-hidden />}
    >
      <Text size="sm">
        <bdi>
          {faults
            .slice(0, mostFaultsTold)
            .map(({ cell, message }) => t("preview.note", { cell, message: refusalInLanguage(message) }))
            .join(" · ")}
          {rest > 0 ? ` · ${t("faulty.more", { count: rest })}` : ""}
        </bdi>
      </Text>
      <Text size="sm">{t("faulty.text")}</Text>
      <Checkbox
        mt="xs"
        size="sm"
        label={t("faulty.skip", { count: faulty, shown: formatCount(faulty) })}
        checked={state.skipInvalid}
        disabled={state.busy !== undefined}
        onChange={(event) => state.setSkipInvalid(event.currentTarget.checked)}
      />
    </Alert>
  );
}
