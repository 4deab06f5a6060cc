import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { commandKey } from "#web/lib/command-key.ts";

import classes from "./given-image.module.css";

/** That an image is taken without the button, too. */
export function GivenImageHint() {
  const { t } = useTranslation("ui");
  return (
    <Text size="xs" c="dimmed" className={classes["hint"] ?? ""}>
      {t("images.given", { ctrl: commandKey })}
    </Text>
  );
}
