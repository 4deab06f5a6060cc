import type { print as english } from "#web/i18n/en/print.ts";
import type { Translation } from "#web/i18n/translation.ts";

/** The texts around everything that is printed, in Pashto. */
export const print = {
  bar: "چاپول",
  print: "چاپ",
  printing: "چاپېږي…",
  back: "شاته",
  unable: "دا براوزر چاپ نه کوي",
  unableText: "هېڅ شی نه دی ورک شوی: پروګرام په بل براوزر کې، لکه Chrome، خلاص کړئ او هلته یې چاپ کړئ.",
} as const satisfies Translation<typeof english>;
