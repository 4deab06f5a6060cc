import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { usePreferences } from "#web/lib/preferences.ts";

/** Light or dark: what is on, what the other one is called, and the way there, on every device of the person. */
export function useSchemeSwitch() {
  const { t } = useTranslation("shell");
  const { setColorScheme } = useMantineColorScheme();
  const [, prefer] = usePreferences();
  const isDark = useComputedColorScheme("light") === "dark";
  return {
    isDark,
    label: isDark ? t("lightMode") : t("darkMode"),
    change: (): void => {
      const theme = isDark ? "light" : "dark";
      setColorScheme(theme);
      prefer({ theme });
    },
  };
}
