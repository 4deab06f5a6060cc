import { Text } from "@mantine/core";
import { IconQuote } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import classes from "./transactions.module.css";

/** The entry read back as a sentence, so that a wrong side is seen before it is saved. */
export function Reading({ children }: { readonly children: string | undefined }) {
  const { t } = useTranslation("transactions");
  return (
    <div className={classes["reading"]} data-complete={children !== undefined || undefined}>
      <IconQuote size={18} aria-hidden className={classes["quote"]} />
      <Text size="sm">{children ?? t("incomplete")}</Text>
    </div>
  );
}
