import { Alert, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { isOpen } from "#web/features/hawalas/pass-rules.ts";
import { messageOf } from "#web/lib/api-error.ts";

import type { HawalaEdit } from "./use-hawala-edit.ts";

/** Says in place of a conflict that another desk has paid, completed or cancelled the hawala: nothing typed can be kept on top of that. */
export function closedMeanwhile({ theirs, refusal }: Pick<HawalaEdit, "theirs" | "refusal">) {
  if (theirs === undefined || isOpen(theirs)) return undefined;
  return <ClosedMeanwhile hawala={theirs} refusal={refusal} />;
}

function ClosedMeanwhile({ hawala, refusal }: { readonly hawala: Hawala; readonly refusal: unknown }) {
  const { t } = useTranslation(["hawalaEntry", "passHawala"]);
  const status = t(`passHawala:statuses.${hawala.hawalaStatus}`);
  return (
    <Alert
      ref={(notice) => notice?.scrollIntoView({ block: "center" })}
      role="alert"
      variant="outline"
      color="orange"
      mt="md"
      title={t("hawalaEntry:edit.closedMeanwhile", { status })}
      icon={<IconUsers aria-hidden />}
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      <Text size="sm">{messageOf(refusal, "")}</Text>
      <Text size="sm">{t("hawalaEntry:edit.closedNext")}</Text>
    </Alert>
  );
}
