import type { print as english } from "#web/i18n/en/print.ts";
import type { Translation } from "#web/i18n/translation.ts";

/** The texts around everything that is printed, in Dari. */
export const print = {
  bar: "چاپ کردن",
  print: "چاپ",
  printing: "در حال چاپ…",
  back: "برگشت",
  unable: "این براوزر چاپ نمی‌کند",
  unableText: "چیزی گم نشده است: برنامه را در براوزر دیگری، مثلاً Chrome، باز کنید و آنجا چاپ کنید.",
} as const satisfies Translation<typeof english>;
