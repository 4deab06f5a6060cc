import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { languages } from "#web/i18n/languages.ts";
import { keepLanguage, languageOfBrowser, useWanted } from "#web/i18n/wanted.ts";

import classes from "./auth.module.css";

/** The languages of the screens for whoever has no profile at hand, each by its own name. This browser keeps the choice. */
export function LanguageSwitch() {
  const { t } = useTranslation("auth");
  const wanted = useWanted(languageOfBrowser);
  return (
    <div role="group" aria-label={t("language")} className={classes["languages"]}>
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
