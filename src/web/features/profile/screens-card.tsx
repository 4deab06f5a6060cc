import { NativeSelect, SegmentedControl, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { densities, themes } from "#contract/profile.ts";
import { knownLanguage, languages } from "#web/i18n/languages.ts";
import { languageOfBrowser } from "#web/i18n/wanted.ts";
import { usePreferences } from "#web/lib/preferences.ts";

import { ProfileCard } from "./card.tsx";
import classes from "./profile.module.css";

/** Language, light or dark, and how close things stand. Each choice holds at once. */
export function ScreensCard() {
  const { t } = useTranslation("profile");
  const [{ language, theme, density }, prefer] = usePreferences();
  return (
    <ProfileCard title={t("screens.heading")}>
      <Stack gap="md">
        <NativeSelect
          label={t("screens.language")}
          maw="20rem"
          value={language === languageOfBrowser ? language : knownLanguage(language).tag}
          data={[
            { value: languageOfBrowser, label: t("screens.languageAuto") },
            ...languages.map(({ tag, name }) => ({ value: tag, label: name, lang: tag })),
          ]}
          onChange={(event) => prefer({ language: event.currentTarget.value })}
        />
        <Choice
          label={t("screens.theme")}
          note={t("screens.themeNote")}
          value={theme}
          options={themes.map((value) => ({ value, label: t(`screens.themes.${value}`) }))}
          onChoose={(value) => prefer({ theme: value })}
        />
        <Choice
          label={t("screens.density")}
          note={t("screens.densityNote")}
          value={density}
          options={densities.map((value) => ({ value, label: t(`screens.densities.${value}`) }))}
          onChoose={(value) => prefer({ density: value })}
        />
        <Text size="xs" c="dimmed">
          {t("screens.note")}
        </Text>
      </Stack>
    </ProfileCard>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly note: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, note, value, options, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className={classes["choice"]}>
      <span id={id} className={classes["choiceLabel"]}>
        {label}
      </span>
      <div>
        <SegmentedControl aria-labelledby={id} value={value} data={[...options]} onChange={onChoose} />
      </div>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </div>
  );
}
