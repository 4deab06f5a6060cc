import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { confirmSecondFactor, startSecondFactor } from "#contract/second-factor.ts";
import { call } from "#web/lib/api.ts";
import { copyText } from "#web/lib/copy-text.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";

import classes from "./profile.module.css";
import { ProofForm } from "./proof-form.tsx";
import { secondFactorStored } from "./queries.ts";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";

interface SetUpDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

const qrSize = 176;

/** Turns the second step on: the password, the QR code with a first code, and the recovery codes. */
export function SetUpDialog({ opened, onClose }: SetUpDialogProps) {
  const { t } = useTranslation("profile");
  return (
    <RecoveryCodesDialog opened={opened} title={t("setUp.title")} size="lg" done={t("setUp.turnedOn")} onClose={onClose}>
      {(show) => <SetUp onCodes={show} onCancel={onClose} />}
    </RecoveryCodesDialog>
  );
}

type Started = ReplyOf<typeof startSecondFactor>;

interface SetUpProps {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

function SetUp({ onCodes, onCancel }: SetUpProps) {
  const { t } = useTranslation("profile");
  const client = useQueryClient();
  const [started, setStarted] = useState<Started>();
  if (started === undefined) {
    return (
      <Stack gap="md">
        <Text size="sm">{t("setUp.password")}</Text>
        <ProofForm
          key="password"
          asks={["password"]}
          submit={t("secondFactor.continue")}
          failed={t("setUp.startFailed")}
          run={({ password }) => call(startSecondFactor, { body: { password } })}
          onDone={setStarted}
          onCancel={onCancel}
        />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Secret started={started} />
      <Text size="sm">{t("setUp.confirm")}</Text>
      <ProofForm
        key="code"
        asks={["code"]}
        codeLabel={t("secondFactor.code")}
        submit={t("setUp.turnOn")}
        failed={t("setUp.confirmFailed")}
        unanswered={t("setUp.unanswered")}
        run={({ code }) => call(confirmSecondFactor, { body: { code } })}
        onDone={({ recoveryCodes }) => {
          secondFactorStored(client);
          onCodes(recoveryCodes);
        }}
        onCancel={onCancel}
      />
      <Text size="xs" c="dimmed">
        {t("setUp.clock")}
      </Text>
    </Stack>
  );
}

/** The secret as a picture for the telephone's camera, and as text for typing. */
function Secret({ started: { secret, uri } }: { readonly started: Started }) {
  const { t } = useTranslation("profile");
  const [isCopied, setCopied] = useState(false);
  const grouped = secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
  return (
    <div className={classes["setUp"]}>
      <div className={classes["qr"]}>
        <QRCodeSVG value={uri} size={qrSize} level="M" title={t("setUp.qr")} role="img" aria-label={t("setUp.qr")} />
      </div>
      <Stack gap="sm" miw={0}>
        <Text size="sm">{t("setUp.scan")}</Text>
        <Text size="sm">{t("setUp.byHand")}</Text>
        <Code className={classes["secret"] ?? ""} dir="ltr">
          {grouped}
        </Code>
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => void copyText(secret).then(setCopied)}
          >
            {isCopied ? t("recovery.copied") : t("setUp.copyKey")}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
