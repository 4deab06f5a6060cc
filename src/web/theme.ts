import { createTheme, localStorageColorSchemeManager, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";
import type { MouseEvent } from "react";

import { freeText } from "#web/ui/free-text.ts";
import { WaitingButton } from "#web/waiting-button.tsx";

/** The one accent. Shade 8 carries white text at more than 5:1. */
const accent: MantineColorsTuple = [
  "#effaf8",
  "#d3f2ec",
  "#a6e4d9",
  "#6fd0c1",
  "#3fb8a7",
  "#259c8c",
  "#178274",
  "#10766a",
  "#0e6a60",
  "#0b4f48",
];

/** Greys with a breath of blue, so that dark surfaces and the canvas belong together. */
const dark: MantineColorsTuple = [
  "#d3d6da",
  "#b3b7bd",
  "#90959d",
  "#6c727b",
  "#454a52",
  "#383c43",
  "#2b2f35",
  "#212429",
  "#191b1f",
  "#121417",
];

/** Inter for Latin, Vazirmatn for Arabic script; `theme.css` adds to Inter the two signs of money that come from other files. */
const fontFamily = '"Inter Variable", "Vazirmatn Variable", system-ui, sans-serif';

/** A browser tells of no choice that is the same as the one before, although that may have been removed or put right since. */
function forgetChoice({ currentTarget: input }: MouseEvent<HTMLInputElement>): void {
  input.value = "";
}

export const theme = createTheme({
  colors: { accent, dark },
  primaryColor: "accent",
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  defaultRadius: "md",
  cursorType: "pointer",
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace',
  components: {
    Button: { defaultProps: { component: WaitingButton } },
    ActionIcon: { defaultProps: { component: WaitingButton } },
    // Safari gives a pressed button the focus only where it is told that it takes it. Without, the focus is on the page after a press of
    // Save, where no form hears Ctrl+Enter any more, and a dialog that closes has no opener to go back to.
    UnstyledButton: { defaultProps: { tabIndex: 0 } },
    Modal: { styles: { title: { fontSize: "1.125rem", fontWeight: 650 } } },
    // Narratives, addresses, reasons.
    Textarea: { defaultProps: freeText },
    // Chromium makes a list that scrolls a stop of the Tab key; the list of a picker closes as it is left, and the focus went with it.
    ComboboxOptions: { defaultProps: { tabIndex: -1 } },
    FileButton: { defaultProps: { inputProps: { onClick: forgetChoice } } },
    Notification: { styles: { description: { color: "var(--mantine-color-dimmed)" } } },
  },
  headings: {
    fontFamily,
    fontWeight: "650",
    sizes: { h1: { fontSize: "1.5rem", lineHeight: "1.3" }, h2: { fontSize: "1.125rem", lineHeight: "1.4" } },
  },
});

/** Greys, and colours of headings, dark enough (light enough) to read small text by: 4.5:1 on every surface of the product. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#5a626c",
    "--mantine-color-placeholder": "#6a727d",
    "--mantine-color-error": "#c02525",
    "--mantine-color-orange-outline": "#b8430a",
  },
  dark: {
    "--mantine-color-dimmed": "#a9abb0",
    "--mantine-color-placeholder": "#9b9da3",
    "--mantine-color-error": "#ff8a8a",
  },
});

/** The same key is read by `color-scheme.js`, before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: "sarraf-color-scheme" });
