import { Button, SimpleGrid, Text } from "@mantine/core";
import { IconArrowBackUp, IconBan, IconChecks, IconMailCheck, type Icon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { actsOf, mayAct, type Act } from "#web/features/hawalas/pass-rules.ts";

const icons: Readonly<Record<Act, Icon>> = {
  pending: IconArrowBackUp,
  received: IconMailCheck,
  completed: IconChecks,
  cancel: IconBan,
};

interface ActButtonsProps {
  readonly hawala: Hawala;
  /** The act that is under way. */
  readonly running: Act | undefined;
  /** Something is under way: nothing else can be begun. */
  readonly isBusy: boolean;
  readonly onAct: (act: Act) => void;
}

/** What can be done about a hawala beside paying it. What would be refused from where it stands is disabled. */
export function ActButtons({ hawala, running, isBusy, onAct }: ActButtonsProps) {
  const { t } = useTranslation("passHawala");
  const isPaidOut = hawala.hawalaStatus === "completed";
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs">
      {hawala.hawalaStatus === "Passed" ? (
        <Button disabled style={{ gridColumn: "1 / -1" }}>
          {t("pay.alreadyPassed")}
        </Button>
      ) : null}
      {actsOf(hawala).map((act) => {
        const Mark = icons[act];
        const isOff = isBusy || !mayAct(act, hawala.hawalaStatus);
        return (
          <Button
            key={act}
            variant="default"
            px="xs"
            {...(act === "cancel" && !isOff ? { c: "var(--negative)" } : {})}
            leftSection={<Mark size={16} aria-hidden />}
            disabled={isOff}
            loading={running === act}
            onClick={() => onAct(act)}
          >
            {t(`acts.${act}`)}
          </Button>
        );
      })}
      {isPaidOut ? (
        <Text size="xs" c="dimmed" style={{ gridColumn: "1 / -1" }}>
          {t("acts.paidAlready")}
        </Text>
      ) : null}
    </SimpleGrid>
  );
}
