import { Card, Group, NativeSelect, Paper, SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import {
  exportPartnerSettlement,
  listSettlementPartners,
  partnerSettlement,
  type PartnerSettlement,
  type SettlementPartner,
} from "#contract/partner-settlements.ts";
import filterClasses from "#web/features/reports/filters.module.css";
import { nameInChoice, nameOf, StatementLink, useStanding } from "#web/features/reports/names.tsx";
import { ReportExport } from "#web/features/reports/report-export.tsx";
import { PrintLink, ReadingFailed, ReportLoading } from "#web/features/reports/report-states.tsx";
import classes from "#web/features/reports/reports.module.css";
import { callFile } from "#web/lib/api.ts";
import { read } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { Page } from "#web/shell/page.tsx";
import { WholeDates } from "#web/shell/whole-dates.tsx";
import { Money } from "#web/ui/amount/money.tsx";
import { DateFilter } from "#web/ui/date/business-date-input.tsx";
import { isTurned } from "#web/ui/date/periods.ts";

import { figuresAsked, hawalasAsked, useSettlementPlace, type SettlementPlace } from "./place.ts";
import { ReconcilePanel } from "./reconcile.tsx";
import { RecordSettlementButton } from "./settlement-dialog.tsx";
import { SettlementFigures } from "./settlement-figures.tsx";
import { SettlementHawalas } from "./settlement-hawalas.tsx";
import { SettlementHistory } from "./settlement-history.tsx";
import { PartnersTable } from "./settlement-partners.tsx";

/** Partner Settlement: what stands with a partner since the last settlement, and the settlements so far. */
export function PartnerSettlementPage() {
  const { t } = useTranslation("partnerSettlement");
  const [place, setPlace] = useSettlementPlace();
  const isChosen = place.partner !== "";
  const asked = figuresAsked(place);
  const turned = isTurned(asked);
  const partners = useQuery(read(listSettlementPartners));
  const figures = useQuery({
    ...read(partnerSettlement, { query: asked }),
    enabled: isChosen && !turned,
    refetchOnWindowFocus: "always",
  });
  const data = isChosen ? figures.data : undefined;
  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={
        data === undefined ? null : (
          <>
            {place.tab === "reconcile" ? null : (
              <>
                <PrintLink to={paths.printedPartnerSettlement} search={place} />
                <ReportExport
                  make={(format) => callFile(exportPartnerSettlement, { query: { ...hawalasAsked(place), format } })}
                />
              </>
            )}
            <RecordSettlementButton key={data.partner.id} figures={data} />
          </>
        )
      }
    >
      <Filters place={place} partners={partners.data ?? []} onChange={setPlace} />
      <ReadingFailed {...(isChosen ? figures : partners)} />
      {(isChosen && figures.isFetching && data === undefined) || (!isChosen && partners.isPending) ? (
        <Card withBorder padding={0}>
          <ReportLoading />
        </Card>
      ) : null}
      {isChosen || partners.data === undefined ? null : <PartnersTable partners={partners.data} />}
      {data === undefined ? null : (
        <>
          <Standing figures={data} />
          <Views place={place} onChange={setPlace} />
          {place.tab === "reconcile" ? (
            <ReconcilePanel key={data.partner.id} partner={data.partner} place={place} />
          ) : (
            <>
              <SettlementFigures figures={data} place={place} />
              <SettlementHawalas place={place} onChange={setPlace} />
              <SettlementHistory partner={data.partner} place={place} />
            </>
          )}
        </>
      )}
    </Page>
  );
}

interface FiltersProps {
  readonly place: SettlementPlace;
  readonly partners: readonly SettlementPartner[];
  readonly onChange: (change: Partial<SettlementPlace>) => void;
}

function Filters({ place, partners, onChange }: FiltersProps) {
  const { t } = useTranslation(["partnerSettlement", "reports"]);
  return (
    <Paper withBorder p="sm" role="search" aria-label={t("reports:filters.label")} className={filterClasses["filters"] ?? ""}>
      <NativeSelect
        className={filterClasses["who"] ?? ""}
        label={t("partnerSettlement:partner")}
        value={place.partner}
        onChange={({ currentTarget }) => onChange({ partner: currentTarget.value, list: "", settlement: "", currency: "" })}
        data={[
          { value: "", label: t("partnerSettlement:choose") },
          ...partners.map(({ account }) => ({ value: String(account.id), label: nameInChoice(account) })),
        ]}
      />
      {place.partner === "" ? null : (
        <>
          <DateFilter label={t("partnerSettlement:fromDate")} value={place.from} onChange={(from) => onChange({ from })} />
          <DateFilter
            label={t("partnerSettlement:toDate")}
            value={place.to}
            error={isTurned(figuresAsked(place)) ? t("partnerSettlement:ended") : undefined}
            onChange={(to) => onChange({ to })}
          />
        </>
      )}
    </Paper>
  );
}

/** The settlement, or his sheet beside our hawalas: for those who may import one. */
function Views({ place, onChange }: Pick<FiltersProps, "place" | "onChange">) {
  const { t } = useTranslation("partnerSettlement");
  const { role } = useSession();
  if (role === "user") return null;
  return (
    <div>
      <SegmentedControl
        aria-label={t("tabs.label")}
        value={place.tab}
        onChange={(tab) => onChange({ tab })}
        data={[
          { value: "", label: t("tabs.settlement") },
          { value: "reconcile", label: t("tabs.reconcile") },
        ]}
      />
    </div>
  );
}

/** What his account shows per currency, and since when the figures count. */
function Standing({ figures: { partner, balances, since } }: { readonly figures: PartnerSettlement }) {
  const { t } = useTranslation("partnerSettlement");
  const standing = useStanding();
  return (
    <Card withBorder padding="md" component="section" aria-label={t("balances")} className={classes["summary"] ?? ""}>
      <Group gap="xs" justify="space-between">
        <Text component="h2" size="sm" fw={600} className={classes["name"] ?? ""}>
          <bdi>{nameOf(partner)}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {since === null ? t("sinceBeginning") : <WholeDates>{t("since", { date: since.transDate })}</WholeDates>}
        </Text>
      </Group>
      {balances.length === 0 ? <Text size="sm">{t("noBalance")}</Text> : null}
      <dl className={classes["figures"]}>
        {balances.map(({ currencyId, currency, balance }) => (
          <div key={currencyId} className={classes["figure"]}>
            <dt>
              <StatementLink account={partner} currencyId={currencyId} label={`${nameOf(partner)}, ${currency}`} /> · {currency}
            </dt>
            <dd>
              <Money value={balance} currency={currency} />
              <Text component="span" size="sm" c="dimmed">
                {standing(partner, balance)}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
