import type { common as english } from "#web/i18n/en/common.ts";
import type { Translation } from "#web/i18n/translation.ts";

/** Words that every screen shares in Pashto. */
export const common = {
  error: "تېروتنه",
  success: "بریالی",
  close: "تړل",
  dismiss: "پیغام تړل",
  cancel: "پرېښودل",
  save: "ثبت",
  saving: "ثبتېږي…",
  loading: "لوستل کېږي…",
  retry: "بیا هڅه",
  listEnd: "د لېست پای",
  version: "نسخه {{version}}",
  clearFilters: "فلټرونه پاکول",
  clearSearch: "لټون پاکول",
  requestId: "د درخواست نمبر: {{requestId}}",
  offline: "سرور ته لاسرسی نشته. څه مو چې لیکلي دي، له منځه نه دي تللي: ارتباط وګورئ او بیا هڅه وکړئ.",
  part: {
    away: "سرور ته لاسرسی نشته. کله چې بیا ځواب ورکړي، دا برخه پخپله خلاصېږي.",
    missing: "دا برخه ونه لوستل شوه. څه مو چې لیکلي دي ثبت کړئ، بیا پاڼه له سره خلاصه کړئ.",
  },
  languageFailed: "د {{language}} ژبه خلاصه نه شوه",
  unexpected: "په دې پاڼه کې یوه ستونزه پېښه شوه.",
} as const satisfies Translation<typeof english>;
