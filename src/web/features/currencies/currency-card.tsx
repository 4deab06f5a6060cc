import { Badge, Button, Card, Text, Title } from "@mantine/core";
import { IconHistory, IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Currency } from "#contract/currencies.ts";
import { formatRate } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import { currencyColour } from "#web/ui/currency-colour.ts";

import classes from "./currencies.module.css";

interface CurrencyCardProps {
  readonly currency: Currency;
  readonly onHistory: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** One currency: what it is called, what it is worth and since when, and what can be done with it. */
export function CurrencyCard({ currency, onHistory, onEdit, onDelete }: CurrencyCardProps) {
  const { t } = useTranslation("currencies");
  const { timeZone, baseCurrency } = useOffice();
  const { code, name, symbol, exchangeRate, ratedAt, isActive } = currency;
  return (
    <Card component="li" withBorder className={classes["card"] ?? ""} aria-label={code}>
      <div className={classes["head"]}>
        <span
          className={classes["circle"]}
          data-colour={currencyColour(currency.id)}
          data-long={symbol.length > 2 || undefined}
          aria-hidden
        >
          {symbol}
        </span>
        <div className={classes["names"]}>
          <Title order={2} size="h4">
            {code}
          </Title>
          <Text size="sm" c="dimmed" className={classes["name"] ?? ""}>
            {name}
          </Text>
        </div>
        {isActive ? null : (
          <Badge variant="default" tt="none">
            {t("list.inactive")}
          </Badge>
        )}
        {code === baseCurrency ? (
          <Badge variant="default" tt="none">
            {t("list.base")}
          </Badge>
        ) : null}
      </div>
      <div>
        <div className={classes["rate"]}>{t("list.rate", { rate: formatRate(exchangeRate), code })}</div>
        <Text size="xs" c="dimmed">
          {t("list.since", { time: formatInstant(ratedAt, timeZone) })}
        </Text>
      </div>
      <div className={classes["buttons"]}>
        <CardButton label={t("list.history")} name={t("list.historyOf", { code })} icon={IconHistory} onClick={onHistory} />
        <CardButton label={t("list.edit")} name={t("list.editOf", { code })} icon={IconPencil} onClick={onEdit} />
        <CardButton label={t("list.delete")} name={t("list.deleteOf", { code })} icon={IconTrash} onClick={onDelete} />
      </div>
    </Card>
  );
}

interface CardButtonProps {
  readonly label: string;
  /** What those hear who cannot see which card the button stands on. */
  readonly name: string;
  readonly icon: typeof IconTrash;
  readonly onClick: () => void;
}

function CardButton({ label, name, icon: Icon, onClick }: CardButtonProps) {
  return (
    <Button size="xs" variant="default" leftSection={<Icon size={14} aria-hidden />} aria-label={name} onClick={onClick}>
      {label}
    </Button>
  );
}
