import { Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { stopSecondFactor } from "#contract/second-factor.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

import { ProofForm } from "./proof-form.tsx";
import { secondFactorStored } from "./queries.ts";

interface TurnOffDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Turns the second step off, for whoever has the password and a code. */
export function TurnOffDialog({ opened, onClose }: TurnOffDialogProps) {
  const { t } = useTranslation(["profile", "common"]);
  const client = useQueryClient();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("profile:turnOff.title")}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      {opened ? (
        <Stack gap="md">
          <Text size="sm">{t("profile:turnOff.text")}</Text>
          <ProofForm
            asks={["password", "code"]}
            submit={t("profile:turnOff.submit")}
            isDangerous
            failed={t("profile:turnOff.failed")}
            run={(proof) => call(stopSecondFactor, { body: proof })}
            onDone={() => {
              secondFactorStored(client);
              toast.success(t("profile:turnOff.done"));
              onClose();
            }}
            onCancel={onClose}
          />
        </Stack>
      ) : null}
    </Modal>
  );
}
