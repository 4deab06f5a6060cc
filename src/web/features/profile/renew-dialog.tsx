import { Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { renewRecoveryCodes } from "#contract/second-factor.ts";
import { call } from "#web/lib/api.ts";

import { ProofForm } from "./proof-form.tsx";
import { secondFactorStored } from "./queries.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";

interface RenewDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** New recovery codes in place of the old ones. */
export function RenewDialog({ opened, onClose }: RenewDialogProps) {
  const { t } = useTranslation("profile");
  const client = useQueryClient();
  return (
    <RecoveryCodesDialog opened={opened} title={t("renew.title")} done={t("renew.made")} onClose={onClose}>
      {(show) => (
        <Stack gap="md">
          <Text size="sm">{t("renew.text")}</Text>
          <ProofForm
            asks={["password", "code"]}
            submit={t("renew.submit")}
            failed={t("renew.failed")}
            unanswered={t("renew.unanswered")}
            run={(proof) => call(renewRecoveryCodes, { body: proof })}
            onDone={({ recoveryCodes }) => {
              secondFactorStored(client);
              show(recoveryCodes);
            }}
            onCancel={onClose}
          />
        </Stack>
      )}
    </RecoveryCodesDialog>
  );
}
