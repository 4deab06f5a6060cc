import { Button, CloseButton, Group, Paper, Text } from "@mantine/core";
import { IconCheck, IconCopy, IconPrinter } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { RecordedHawala } from "#contract/hawalas.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { useFormatAmount } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { printVoucher } from "#web/print/print-voucher.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";

import classes from "./entry.module.css";

interface IssuedCardProps {
  /** The hawala just saved. */
  readonly hawala: RecordedHawala;
  readonly onDismiss: () => void;
}

/** The number of the hawala just saved, large enough to be read out, with a button that copies it. */
export function IssuedCard({ hawala, onDismiss }: IssuedCardProps) {
  const { t } = useTranslation("hawalaEntry");
  const formatAmount = useFormatAmount();
  const { id, direction, hawalaNo, receiverName, rAmount, currency } = hawala;
  return (
    <Paper withBorder p="md" role="group" aria-label={t(`issued.${direction}`)} className={classes["issuedCard"] ?? ""}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {t(`issued.${direction}`)}
        </Text>
        <CloseButton size="sm" aria-label={t("issued.dismiss")} onClick={onDismiss} />
      </Group>
      <output className={classes["number"]} dir="ltr" style={{ display: "block" }}>
        {hawalaNo}
      </output>
      <Text size="sm">
        {t("issued.line", { amount: `${formatAmount(rAmount, currency)} ${currency}`, receiver: receiverName })}
      </Text>
      <Text size="xs" c="dimmed" mb="sm">
        {t(direction === "outgoing" ? "issued.give" : "issued.waits")}
      </Text>
      <Group gap="xs">
        <CopyButton key={id} text={hawalaNo} />
        <ButtonLink size="xs" variant="default" to={paths.hawala(id, direction)}>
          {t("issued.open", { number: hawalaNo })}
        </ButtonLink>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter size={14} aria-hidden />}
          onClick={() => printVoucher({ kind: "hawala", id })}
        >
          {t("issued.print")}
        </Button>
      </Group>
    </Paper>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const { t } = useTranslation("hawalaEntry");
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const copied = await copyText(text);
    setCopied(copied);
    if (!copied) toast.error(t("error"), t("issued.notCopied"));
  };
  const CopyMark = isCopied ? IconCheck : IconCopy;
  return (
    <Button size="xs" leftSection={<CopyMark size={14} aria-hidden />} onClick={() => void copy()}>
      {t(isCopied ? "issued.copied" : "issued.copy")}
    </Button>
  );
}
