import { Button, Group, Paper, Text } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { payoutTotals } from "#web/features/hawalas/pass-rules.ts";
import classes from "#web/features/hawalas/pass.module.css";
import type { Ticked } from "#web/features/hawalas/use-ticked.ts";
import { searchInstead } from "#web/lib/search-focus.ts";
import { Money } from "#web/ui/amount/money.tsx";

interface BulkBarProps {
  readonly ticked: Ticked;
  /** How many were chosen and are not any more, since another desk has changed them. */
  readonly changed: number;
  readonly onClear: () => void;
  readonly onPass: () => void;
}

/** What was ticked comes to, and the button that pays all of it. */
export function BulkBar({ ticked, changed, onClear, onPass }: BulkBarProps) {
  const { t } = useTranslation("passHawala");
  if (ticked.size === 0 && changed === 0) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t("bulk.bar")} className={classes["bulkBar"] ?? ""}>
      <div>
        <div role="status">
          {ticked.size === 0 ? null : <Text size="sm">{t("bulk.chosen", { count: ticked.size })}</Text>}
          {changed === 0 ? null : <Text size="sm">{t("bulk.changed", { count: changed })}</Text>}
        </div>
        <Text size="sm" component="div" className={classes["totals"] ?? ""}>
          {payoutTotals([...ticked.values()]).map(({ currencyId, currency, amount }) => (
            <Money key={currencyId} value={amount} currency={currency} />
          ))}
        </Text>
      </div>
      <Group gap="xs">
        <Button ref={searchInstead} variant="default" size="xs" onClick={onClear}>
          {ticked.size === 0 ? t("bulk.noted") : t("bulk.clear")}
        </Button>
        {ticked.size === 0 ? null : (
          <Button size="xs" leftSection={<IconChecks size={16} aria-hidden />} onClick={onPass}>
            {t("bulk.pass", { count: ticked.size })}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
