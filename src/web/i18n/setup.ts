import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";

import { inItsOwnOrder } from "#web/lib/format.ts";

import { en } from "./en.ts";
import { fallbackLanguage } from "./languages.ts";

/** The one translator. Texts outside components: `i18n.t("accounts:title")`; inside them `useTranslation("accounts")`. */
export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  lng: fallbackLanguage.tag,
  fallbackLng: fallbackLanguage.tag,
  defaultNS: "common",
  ns: Object.keys(en),
  // English is there from the start: it says why another language did not come.
  resources: { [fallbackLanguage.tag]: en },
  initAsync: false,
  // React escapes what is markup. A Persian name must not take the figures and arrows beside it along.
  interpolation: { escapeValue: true, escape: inItsOwnOrder },
});
