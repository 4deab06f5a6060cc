import { Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconQuote } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { settleMs } from "#web/ui/entry/after-effect.tsx";

import classes from "./transactions.module.css";

/** The entry read back as a sentence, so that a wrong side is seen, or heard, before it is saved. */
export function Reading({ children }: { readonly children: string | undefined }) {
  const { t } = useTranslation("transactions");
  const sentence = children ?? t("incomplete");
  const [settled] = useDebouncedValue(sentence, settleMs);
  return (
    <div className={classes["reading"]} data-complete={children !== undefined || undefined}>
      <IconQuote size={18} aria-hidden className={classes["quote"]} />
      {/* Not said with every key of the amount. */}
      <Text size="sm" aria-live="polite" aria-atomic aria-busy={settled !== sentence}>
        {sentence}
      </Text>
    </div>
  );
}
