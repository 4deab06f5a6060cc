import { Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { renewRecoveryCodes } from "#contract/second-factor.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";

import { ProofForm } from "./proof-form.tsx";
import { secondFactorStored } from "./queries.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface RenewDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** New recovery codes in place of the old ones. */
export function RenewDialog({ opened, onClose }: RenewDialogProps) {
  const { t } = useTranslation(["profile", "common"]);
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  // As with those of the set-up: they are shown this once, also where the dialog was closed while they were on their way.
  const mustStay = codes !== undefined;
  const close = (): void => {
    setCodes(undefined);
    onClose();
  };
  return (
    <Modal
      opened={opened || mustStay}
      onClose={close}
      title={codes === undefined ? t("profile:renew.title") : t("profile:recovery.title")}
      closeOnClickOutside={false}
      closeOnEscape={!mustStay}
      withCloseButton={!mustStay}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      {codes !== undefined ? (
        <RecoveryCodes
          codes={codes}
          onKept={() => {
            close();
            toast.success(t("profile:renew.made"));
          }}
        />
      ) : opened ? (
        <Stack gap="md">
          <Text size="sm">{t("profile:renew.text")}</Text>
          <ProofForm
            asks={["password", "code"]}
            submit={t("profile:renew.submit")}
            failed={t("profile:renew.failed")}
            run={(proof) => call(renewRecoveryCodes, { body: proof })}
            onDone={({ recoveryCodes }) => {
              secondFactorStored(client);
              setCodes(recoveryCodes);
            }}
            onCancel={close}
          />
        </Stack>
      ) : null}
    </Modal>
  );
}
