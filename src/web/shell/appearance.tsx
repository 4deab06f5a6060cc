import { DirectionProvider, MantineProvider, mergeThemeOverrides, useMantineColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent, type ReactNode } from "react";

import type { Preferences } from "#contract/profile.ts";
import { compactTheme, setDensity, useDensity } from "#web/density.ts";
import { knownLanguage } from "#web/i18n/languages.ts";
import { keepLanguage } from "#web/i18n/wanted.ts";
import { useArePreferencesKept } from "#web/lib/preferences.ts";
import { colorSchemeManager, cssVariables, theme } from "#web/theme.ts";

import { styleNonce } from "./style-nonce.ts";

const themes = { comfortable: theme, compact: mergeThemeOverrides(theme, compactTheme) } as const;

/** The look of everything inside: light or dark, comfortable or compact, from which side a page is read. */
export function Appearance({ children }: { readonly children: ReactNode }) {
  const density = useDensity();
  useEffect(() => document.documentElement.setAttribute("data-density", density), [density]);
  return (
    <DirectionProvider>
      <MantineProvider
        theme={themes[density]}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Hands what a person has chosen on to what draws the screens: the kit, the document, this browser. */
export function AppliedPreferences({ preferences: { theme: scheme, density, language } }: { readonly preferences: Preferences }) {
  const { setColorScheme } = useMantineColorScheme();
  const showScheme = useEffectEvent((wanted: Preferences["theme"]) => setColorScheme(wanted));
  useEffect(() => showScheme(scheme), [scheme]);
  useEffect(() => setDensity(density), [density]);
  const areKept = useArePreferencesKept();
  useEffect(() => {
    // The next sign-in screen speaks as this person's screens do.
    if (areKept && knownLanguage(language).tag === language) keepLanguage(language);
  }, [areKept, language]);
  return null;
}
