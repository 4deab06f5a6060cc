import type { transactions as english } from "#web/i18n/en/transactions.ts";
import type { Translation } from "#web/i18n/translation.ts";

/** The texts of the screens that record transactions in Dari. */
export const transactions = {
  error: "خطا",
  success: "موفق",
  currency: "اسعار",
  exchangeRate: "نرخ تبادله",
  date: "تاریخ",
  incomplete: "وقتی فورمه تکمیل شود، معامله اینجا به جمله نوشته می‌شود.",
  onlyAsExchange: "این حساب به {{currency}} باز نیست. برای باز کردن آن به این اسعار، «تبادله» ثبت کنید.",
  duplicate: {
    title: "شاید این پیشتر ثبت شده باشد",
    other: "در {{type}} {{id}}",
    out: "هم به تاریخ {{date}} مبلغ {{amount}} بنام {{account}} نوشته شده است.",
    in: "هم به تاریخ {{date}} مبلغ {{amount}} به جمع {{account}} نوشته شده است.",
    entered: "{{user}} آن را به تاریخ {{time}} ثبت کرده است:",
  },
  transfer: {
    title: "انتقال",
    debit: "بنام",
    credit: "جمع",
    debitAccount: "حساب بنام",
    creditAccount: "حساب جمع",
    debitAmount: "مبلغ حساب بنام",
    creditAmount: "مبلغ حساب جمع",
    debitNarrative: "شرح حساب بنام",
    creditNarrative: "شرح حساب جمع",
    amountInWords: "مبلغ به حروف",
    creditNarrativeRequired: "شرح حساب جمع ضروری است",
    sameAccount: "حساب بنام و حساب جمع نباید یکی باشد",
    succeeded: "انتقال ثبت شد",
    failed: "انتقال ثبت نشد",
    reading: {
      between: "{{amount}} از {{debit}} به {{credit}} می‌رود.",
      received: "{{amount}} به {{debit}} می‌آید و به جمع {{credit}} نوشته می‌شود.",
      paid: "{{amount}} از {{credit}} پرداخت می‌شود و بنام {{debit}} نوشته می‌شود.",
      house: "{{amount}} از {{credit}} به {{debit}} می‌رود.",
    },
  },
  entry: {
    account: "حساب",
    narrative: "شرح",
    amount: "مبلغ",
    amountDescription: "مبلغ به حروف",
    chooseAccount: "حساب را انتخاب کنید",
    noCurrency: "اسعار حساب انتخاب‌شده پیدا نشد",
  },
  debit: {
    title: "معاملهٔ پرداخت",
    succeeded: "پرداخت ثبت شد",
    failed: "پرداخت ثبت نشد",
    reading: {
      customer: "شما {{amount}} نقد می‌پردازید و بنام {{account}} نوشته می‌شود.",
      company: "{{amount}} از {{account}} به دخل می‌آید.",
    },
  },
  credit: {
    title: "معاملهٔ دریافت",
    succeeded: "دریافت ثبت شد",
    failed: "دریافت ثبت نشد",
    reading: {
      customer: "شما {{amount}} نقد می‌گیرید و به جمع {{account}} نوشته می‌شود.",
      company: "{{amount}} از دخل به {{account}} می‌رود.",
    },
  },
} as const satisfies Translation<typeof english>;
