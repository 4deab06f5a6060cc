import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";

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
  interpolation: { escapeValue: false },
});
