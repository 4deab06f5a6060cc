import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { getSecondFactor } from "#contract/second-factor.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { focusHeading } from "#web/lib/page-heading.ts";
import { read } from "#web/lib/query.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";
import { useOffice } from "#web/lib/session.ts";
import { LoadError } from "#web/shell/load-error.tsx";

import { ProfileCard } from "./card.tsx";
import { RenewDialog } from "./renew-dialog.tsx";
import { SetUpDialog } from "./set-up-dialog.tsx";
import { TurnOffDialog } from "./turn-off-dialog.tsx";

/** With so few left, new recovery codes should be made. */
const fewCodes = 3;

type Asked = "set up" | "renew" | "turn off";

/** The second step of one's own sign-in: what it is, whether it is on, and what can be done about it. */
export function SecondFactorCard() {
  const { t } = useTranslation("profile");
  const [asked, setAsked] = useState<Asked>();
  const standing = useQuery({ ...read(getSecondFactor), refetchOnMount: "always" });
  const close = (): void => {
    setAsked(undefined);
    // The dialog goes back to the button, which is another one once the second step was turned on or off.
    focusHeading();
  };
  const isOn = standing.data?.enabled;
  return (
    <ProfileCard
      title={t("secondFactor.heading")}
      aside={
        isOn === undefined ? null : (
          <Badge variant="light" color={isOn ? "accent" : "gray"} tt="none">
            {isOn ? t("secondFactor.on") : t("secondFactor.off")}
          </Badge>
        )
      }
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("secondFactor.about")}
        </Text>
        {standing.isPending ? <Skeleton height={36} role="status" aria-label={t("secondFactor.loading")} /> : null}
        {standing.data === undefined && standing.isError ? (
          <LoadError title={t("secondFactor.loadFailed")} error={standing.error} onRetry={() => void standing.refetch()} />
        ) : null}
        {standing.data === undefined ? null : <Standing standing={standing.data} onAsk={setAsked} />}
      </Stack>
      <SetUpDialog opened={asked === "set up"} onClose={close} />
      <RenewDialog opened={asked === "renew"} onClose={close} />
      <TurnOffDialog opened={asked === "turn off"} onClose={close} />
    </ProfileCard>
  );
}

interface StandingProps {
  readonly standing: ReplyOf<typeof getSecondFactor>;
  readonly onAsk: (asked: Asked) => void;
}

function Standing({ standing: { enabled, enabledAt, recoveryCodesLeft }, onAsk }: StandingProps) {
  const { t } = useTranslation("profile");
  const { timeZone } = useOffice();
  if (!enabled) {
    return (
      <div>
        <Button onClick={() => onAsk("set up")}>{t("secondFactor.turnOn")}</Button>
      </div>
    );
  }
  return (
    <>
      <Text size="sm">
        {enabledAt === null ? null : t("secondFactor.since", { time: formatInstant(enabledAt, timeZone) })}{" "}
        {t("secondFactor.codesLeft", { count: recoveryCodesLeft })}{" "}
        {recoveryCodesLeft <= fewCodes ? <strong>{t("secondFactor.codesFew")}</strong> : null}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => onAsk("renew")}>
          {t("secondFactor.newCodes")}
        </Button>
        <Button variant="light" color="red" onClick={() => onAsk("turn off")}>
          {t("secondFactor.turnOff")}
        </Button>
      </Group>
    </>
  );
}
