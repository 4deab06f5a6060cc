import { Button, Group, Paper, Text } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Money } from "#web/ui/money.tsx";

import type { Ticked } from "./pass-list.tsx";
import { payoutTotals } from "./pass-rules.ts";
import classes from "./pass.module.css";

interface BulkBarProps {
  readonly ticked: Ticked;
  readonly onClear: () => void;
  readonly onPass: () => void;
}

/** What was ticked comes to, and the button that pays all of it. */
export function BulkBar({ ticked, onClear, onPass }: BulkBarProps) {
  const { t } = useTranslation("passHawala");
  if (ticked.size === 0) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label={t("bulk.bar")} className={classes["bulkBar"] ?? ""}>
      <div>
        <Text size="sm" role="status">
          {t("bulk.chosen", { count: ticked.size })}
        </Text>
        <Text size="sm" component="div" className={classes["totals"] ?? ""}>
          {payoutTotals([...ticked.values()]).map(({ currencyId, currency, amount }) => (
            <Money key={currencyId} value={amount} currency={currency} />
          ))}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={onClear}>
          {t("bulk.clear")}
        </Button>
        <Button size="xs" leftSection={<IconChecks size={16} aria-hidden />} onClick={onPass}>
          {t("bulk.pass", { count: ticked.size })}
        </Button>
      </Group>
    </Paper>
  );
}
