import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";

import { inItsOwnOrder } from "#web/lib/format.ts";

import { catalogues, fallbackLanguage } from "./languages.ts";

/** The one translator. Texts outside components: `i18n.t("accounts:title")`; inside them `useTranslation("accounts")`. */
export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  lng: fallbackLanguage,
  fallbackLng: fallbackLanguage,
  defaultNS: "common",
  ns: Object.keys(catalogues[fallbackLanguage]),
  resources: catalogues,
  initAsync: false,
  // React escapes what is markup. A Persian name must not take the figures and arrows beside it along.
  interpolation: { escapeValue: true, escape: inItsOwnOrder },
});
