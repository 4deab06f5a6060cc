import { Alert, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { IconCopy, IconDownload, IconPrinter } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { copyText } from "#web/lib/copy-text.ts";
import { useOffice, useSession } from "#web/lib/session.ts";
import { canPrint } from "#web/print/print-paper.ts";

import classes from "./profile.module.css";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** The person has said that the codes are kept. */
  readonly onKept: () => void;
}

/** The recovery codes, this once, with ways to keep them. Nobody leaves without having said that they are kept. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation("profile");
  const [isKept, setKept] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const heading = useHeading();
  const list = useRef<HTMLOListElement>(null);
  // What had the focus is gone: whoever cannot see the codes would not learn that they are there.
  useEffect(() => list.current?.focus(), []);
  const finish = (): void => {
    if (isKept) onKept();
    else setRefused(true);
  };
  return (
    <div className={classes["sheet"]} data-sheet>
      <Stack gap="md">
        <Text size="sm" className={classes["onScreen"] ?? ""}>
          {t("recovery.text")}
        </Text>
        <Text fw={600} className={classes["onPaper"] ?? ""}>
          {heading}
        </Text>
        <ol ref={list} tabIndex={-1} data-autofocus className={classes["codes"]} aria-label={t("recovery.list")} dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Ways text={[heading, "", ...codes, ""].join("\n")} codes={codes} />
        <Checkbox
          className={classes["onScreen"] ?? ""}
          label={t("recovery.kept")}
          checked={isKept}
          error={isRefused && !isKept ? t("recovery.keptRequired") : undefined}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Group justify="flex-end" className={classes["onScreen"] ?? ""}>
          <Button onClick={finish}>{t("secondFactor.done")}</Button>
        </Group>
      </Stack>
    </div>
  );
}

function useHeading(): string {
  const { t } = useTranslation("profile");
  const { username } = useSession();
  const { officeName } = useOffice();
  return t("recovery.fileHeading", { username, office: officeName });
}

/** Copy, print, download. */
function Ways({ text, codes }: { readonly text: string; readonly codes: readonly string[] }) {
  const { t } = useTranslation("profile");
  const [copied, setCopied] = useState<boolean>();
  const copy = async (): Promise<void> => setCopied(await copyText(codes.join("\n")));
  return (
    <div className={classes["onScreen"]}>
      <Group gap="xs">
        <Button variant="default" size="xs" leftSection={<IconCopy size={14} aria-hidden />} onClick={() => void copy()}>
          {copied === true ? t("recovery.copied") : t("recovery.copy")}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPrinter size={14} aria-hidden />}
          onClick={() => canPrint() && window.print()}
        >
          {t("recovery.print")}
        </Button>
        <Button
          component="a"
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={t("recovery.file")}
        >
          {t("recovery.download")}
        </Button>
      </Group>
      {copied === false ? (
        <Alert role="alert" color="yellow" mt="sm">
          {t("recovery.notCopied")}
        </Alert>
      ) : null}
    </div>
  );
}
