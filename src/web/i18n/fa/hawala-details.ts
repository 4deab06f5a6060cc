import type { hawalaDetails as english } from "#web/i18n/en/hawala-details.ts";
import type { Translation } from "#web/i18n/translation.ts";

/** The texts of Hawala Details in Dari. */
export const hawalaDetails = {
  title: "جزئیات حواله",
  filters: {
    label: "فلترها",
    partner: "همکار",
    byBranch: "اجراشده از طریق شعبه",
    branch: "حساب شعبه",
    batch: "دستهٔ {{id}}",
    batchOff: "دستهٔ {{id}}: نمایش دوبارهٔ حواله‌های دیگر",
    currency: "پرداخت به {{currency}}",
    currencyOff: "پرداخت به {{currency}}: نمایش دوبارهٔ اسعار دیگر",
  },
  totals: {
    title: "مجموع",
    direction: "جهت",
    status: "حالت",
    currency: "اسعار",
    count: "حواله",
    amount: "مبلغ",
    rAmount: "مبلغ گیرنده",
    intoUSD: "USD",
    failed: "مجموع خوانده نشد",
    loading: "در حال خواندن مجموع…",
  },
  table: {
    label: "حواله‌ها",
    found_one: "{{total}} حواله",
    found_other: "{{total}} حواله",
    hawalaNo: "نمبر",
    transactionDate: "تاریخ",
    senderName: "فرستنده",
    receiverName: "گیرنده",
    receiverLocation: "محل",
    amount: "مبلغ",
    rAmount: "مبلغ گیرنده",
    intoUSD: "USD",
    hawalaStatus: "حالت",
    passedDate: "تاریخ اجرا",
    paidFromCode: "پرداخت از",
    print: "چاپ",
    printOf: "چاپ حوالهٔ {{number}}",
    open: "باز کردن حوالهٔ {{number}}",
  },
  export: { failed: "فایل حواله‌ها ساخته نشد" },
} as const satisfies Translation<typeof english>;
