import type { common as english } from "#web/i18n/en/common.ts";
import type { Translation } from "#web/i18n/translation.ts";

/** Words that every screen shares in Dari. */
export const common = {
  error: "خطا",
  success: "موفق",
  close: "بستن",
  dismiss: "بستن پیام",
  cancel: "انصراف",
  save: "ثبت",
  saving: "در حال ثبت…",
  loading: "در حال خواندن…",
  retry: "کوشش دوباره",
  listEnd: "آخر لست",
  version: "نسخهٔ {{version}}",
  clearFilters: "پاک کردن فلترها",
  clearSearch: "پاک کردن جستجو",
  requestId: "نمبر درخواست: {{requestId}}",
  offline: "سرور در دسترس نیست. آنچه نوشته‌اید از بین نرفته است: ارتباط را بررسی کنید و دوباره کوشش کنید.",
  part: {
    away: "سرور در دسترس نیست. وقتی دوباره جواب بدهد، این بخش خودش باز می‌شود.",
    missing: "این بخش خوانده نشد. آنچه نوشته‌اید ثبت کنید، بعد صفحه را دوباره باز کنید.",
  },
  languageFailed: "زبان {{language}} باز نشد",
  unexpected: "در این صفحه مشکلی پیش آمد.",
} as const satisfies Translation<typeof english>;
