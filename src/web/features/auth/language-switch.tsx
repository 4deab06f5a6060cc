import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { languages } from "#web/i18n/languages.ts";
import { keepLanguage, languageOfBrowser, useWanted } from "#web/i18n/wanted.ts";

import classes from "./auth.module.css";

/**
 * The languages of the screens for whoever has no profile at hand, each by its own name. This browser keeps the choice. Each has its place
 * whichever is spoken: where they changed sides, the second half of a double click would take the choice back.
 */
export function LanguageSwitch() {
  const { t } = useTranslation("auth");
  const wanted = useWanted(languageOfBrowser);
  return (
    <div role="group" aria-label={t("language")} dir="ltr" className={classes["languages"]}>
      {languages.map(({ tag, name, direction }) => (
        <UnstyledButton
          key={tag}
          type="button"
          lang={tag}
          dir={direction}
          className={classes["language"] ?? ""}
          aria-pressed={tag === wanted}
          onClick={() => keepLanguage(tag)}
        >
          {name}
        </UnstyledButton>
      ))}
    </div>
  );
}
