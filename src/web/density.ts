import { createTheme, type MantineThemeOverride } from "@mantine/core";

import { densities, type Preferences } from "#contract/profile.ts";
import { inBrowser } from "#web/lib/browser-storage.ts";
import { watched } from "#web/lib/watched.ts";

type Density = Preferences["density"];

const storageKey = "sarraf-density";
const chosen = watched<Density>(kept());
// Another tab has changed it.
window.addEventListener("storage", ({ key }) => {
  if (key === storageKey) chosen.set(kept());
});

/** How close things stand on this screen. Kept in the browser as well, so that a page is drawn right before the server is asked. */
export function useDensity(): Density {
  return chosen.useValue();
}

/** Sets it for this browser. */
export function setDensity(density: Density): void {
  if (density !== kept()) inBrowser.keep(storageKey, density);
  chosen.set(density);
}

function kept(): Density {
  const text = inBrowser.textOf(storageKey);
  return densities.find((density) => density === text) ?? "comfortable";
}

const small = { defaultProps: { size: "xs" } } as const;

/** What the compact screens change of the theme: less room around and between, and controls of the next smaller size. */
export const compactTheme: MantineThemeOverride = createTheme({
  spacing: { xs: "0.375rem", sm: "0.5rem", md: "0.75rem", lg: "0.875rem", xl: "1.25rem" },
  fontSizes: { md: "0.9375rem", sm: "0.8125rem" },
  headings: { sizes: { h1: { fontSize: "1.3125rem", lineHeight: "1.25" }, h2: { fontSize: "1rem", lineHeight: "1.35" } } },
  components: Object.fromEntries(
    [
      "Button",
      "Checkbox",
      "FileButton",
      "Input",
      "InputWrapper",
      "NativeSelect",
      "NumberInput",
      "PasswordInput",
      "Radio",
      "SegmentedControl",
      "Select",
      "Switch",
      "Textarea",
      "TextInput",
    ].map((name) => [name, small]),
  ),
});
