import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";

import { en } from "./en.ts";

/** The one translator. Texts outside components: `i18n.t("accounts:title")`; inside them `useTranslation("accounts")`. */
export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  defaultNS: "common",
  ns: Object.keys(en),
  resources: { en },
  initAsync: false,
  interpolation: { escapeValue: false },
});
