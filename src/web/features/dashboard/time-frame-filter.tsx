import { Badge, Button, Collapse, Paper, Text, Title, UnstyledButton } from "@mantine/core";
import { IconCalendarTime, IconChevronDown, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatCount } from "#web/lib/format.ts";
import { useToday } from "#web/lib/session.ts";
import { WholeDates } from "#web/shell/whole-dates.tsx";
import { DateFilter, PeriodPresets } from "#web/ui/date/business-date-input.tsx";
import { isTurned, namedPeriods } from "#web/ui/date/periods.ts";

import { everyDay, isEveryDay, type TimeFrame } from "./place.ts";
import { frameOf, presetOf } from "./presets.ts";
import classes from "./time-frame-filter.module.css";

interface TimeFrameFilterProps {
  readonly frame: TimeFrame;
  /** How many hawalas the frame finds; undefined until it is known. */
  readonly count: number | undefined;
  readonly onChange: (frame: Partial<TimeFrame>) => void;
}

/** The days that the hawala figures are taken from. Closed it is one line, which still says what is filtered. */
export function TimeFrameFilter({ frame, count, onChange }: TimeFrameFilterProps) {
  const { t } = useTranslation("dashboard");
  const [isOpen, setIsOpen] = useState(false);
  const ids = { title: useId(), body: useId() };
  const isActive = !isEveryDay(frame);
  return (
    <Paper component="section" withBorder aria-labelledby={ids.title} className={classes["filter"] ?? ""}>
      <div className={classes["head"]}>
        <Title order={2} size="sm" className={classes["title"] ?? ""}>
          <UnstyledButton
            className={classes["toggle"] ?? ""}
            aria-expanded={isOpen}
            aria-controls={ids.body}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconCalendarTime size={18} stroke={1.7} aria-hidden />
            <span id={ids.title}>{t("filter.title")}</span>
            <IconChevronDown size={16} aria-hidden className={classes["chevron"]} />
          </UnstyledButton>
        </Title>
        {isActive ? (
          <Badge variant="light" tt="none">
            {t("filter.active")}
          </Badge>
        ) : null}
        <Sentence frame={frame} count={count} />
        <Presets frame={frame} onChange={onChange} />
      </div>
      <Collapse expanded={isOpen} id={ids.body}>
        <div className={classes["fields"]}>
          <DateFilter label={t("filter.from")} value={frame.fromDate} onChange={(fromDate) => onChange({ fromDate })} />
          <DateFilter
            label={t("filter.to")}
            value={frame.toDate}
            error={isTurned(frame) ? t("filter.ended") : undefined}
            onChange={(toDate) => onChange({ toDate })}
          />
          <Button
            variant="default"
            leftSection={<IconX size={14} aria-hidden />}
            disabled={!isActive}
            onClick={() => onChange(everyDay)}
          >
            {t("filter.clear")}
          </Button>
        </div>
      </Collapse>
    </Paper>
  );
}

/** Says in words what is filtered, and what that finds. */
function Sentence({ frame, count }: Pick<TimeFrameFilterProps, "frame" | "count">) {
  const { t } = useTranslation("dashboard");
  const { fromDate: from, toDate: to } = frame;
  if (isEveryDay(frame)) return null;
  const said =
    to === "" ? t("filter.onwards", { from }) : from === "" ? t("filter.upTo", { to }) : t("filter.between", { from, to });
  const found = count === undefined || isTurned(frame) ? "" : ` · ${t("filter.shown", { count, number: formatCount(count) })}`;
  return (
    <Text size="sm" c="dimmed" role="status" className={classes["sentence"] ?? ""}>
      {isTurned(frame) ? t("filter.ended") : <WholeDates>{`${said}${found}`}</WholeDates>}
    </Text>
  );
}

/** Days by their names, one press each; a second press takes them off again. */
function Presets({ frame, onChange }: Pick<TimeFrameFilterProps, "frame" | "onChange">) {
  const { t } = useTranslation("dashboard");
  const today = useToday();
  const chosen = presetOf(frame, today);
  return (
    <PeriodPresets
      label={t("filter.presets")}
      periods={namedPeriods}
      chosen={chosen}
      wordsOf={(preset, solar) => (preset === "solarMonth" ? t("filter.solarMonth", solar) : t(`filter.${preset}`))}
      className={classes["presets"]}
      onChoose={(preset) => onChange(preset === chosen ? everyDay : frameOf(preset, today))}
    />
  );
}
