import { Button, Group, Modal, ScrollArea, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { listCurrencies } from "#contract/currencies.ts";
import { formatRate } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { MayBeOld } from "#web/shell/may-be-old.tsx";

import classes from "./health-panel.module.css";

const scrollHeight = 500;

interface CurrenciesModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The currencies of the house, each with its rate. */
export function CurrenciesModal({ opened, onClose }: CurrenciesModalProps) {
  const { t } = useTranslation(["dashboard", "common"]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("dashboard:health.currencyDetails")}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      <Currencies />
      <Group justify="space-between" mt="sm">
        <ButtonLink to={paths.currencies} variant="subtle">
          {t("dashboard:health.currenciesOpen")}
        </ButtonLink>
        <Button variant="default" onClick={onClose}>
          {t("dashboard:health.close")}
        </Button>
      </Group>
    </Modal>
  );
}

function Currencies() {
  const { t } = useTranslation("dashboard");
  const currencies = useQuery(read(listCurrencies));
  const { data, error, isFetching, refetch } = currencies;
  if (error !== null && data === undefined && !isFetching)
    return <LoadError title={t("health.currenciesFailed")} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={200} />;
  if (data.length === 0)
    return (
      <Text c="dimmed" ta="center" py="xl" role="status">
        {t("health.noCurrencies")}
      </Text>
    );
  return (
    <>
      <MayBeOld readings={[currencies]} />
      <ScrollArea.Autosize
        mah={scrollHeight}
        type="auto"
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": t("health.currencyDetails") }}
      >
        <ul className={classes["list"]}>
          {data.map(({ id, code, name, exchangeRate, isActive }) => (
            <li key={id} className={classes["item"]}>
              <span>
                <span className={classes["name"]}>{code}</span> <bdi>{name}</bdi>
                {isActive ? null : <span className={classes["quiet"]}> · {t("health.inactive")}</span>}
              </span>
              <bdi dir="ltr">{t("health.rate", { rate: formatRate(exchangeRate), code })}</bdi>
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
    </>
  );
}
