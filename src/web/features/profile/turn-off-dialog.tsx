import { Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { stopSecondFactor } from "#contract/second-factor.ts";
import { call } from "#web/lib/api.ts";
import { useWhileHere } from "#web/lib/late-answers.ts";
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
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("profile:turnOff.title")}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      {opened ? <TurnOff onClose={onClose} /> : null}
    </Modal>
  );
}

function TurnOff({ onClose }: Pick<TurnOffDialogProps, "onClose">) {
  const { t } = useTranslation("profile");
  const client = useQueryClient();
  const leave = useWhileHere()(onClose);
  return (
    <Stack gap="md">
      <Text size="sm">{t("turnOff.text")}</Text>
      <ProofForm
        asks={["password", "code"]}
        submit={t("turnOff.submit")}
        isDangerous
        failed={t("turnOff.failed")}
        unanswered={t("turnOff.unanswered")}
        run={(proof) => call(stopSecondFactor, { body: proof })}
        onDone={() => {
          secondFactorStored(client);
          toast.success(t("turnOff.done"));
          leave();
        }}
        onCancel={onClose}
      />
    </Stack>
  );
}
