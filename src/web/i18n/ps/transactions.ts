import type { transactions as english } from "#web/i18n/en/transactions.ts";
import type { Translation } from "#web/i18n/translation.ts";

/** The texts of the screens that record transactions in Pashto. */
export const transactions = {
  error: "تېروتنه",
  success: "بریالی",
  currency: "اسعار",
  exchangeRate: "د تبادلې نرخ",
  date: "نېټه",
  incomplete: "چې فورمه تکمیل شي، معامله دلته په جمله کې لیکل کېږي.",
  onlyAsExchange: "دا حساب {{currency}} نه لري. په دې پیسو کې د بیلانس د خلاصولو لپاره «تبادله» ثبت کړئ.",
  duplicate: {
    title: "ښايي دا مخکې ثبت شوې وي",
    other: "په «{{type}}» {{id}} کې",
    out: "هم په {{date}} نېټه د {{amount}} مبلغ د {{account}} په بنام لیکل شوی دی.",
    in: "هم په {{date}} نېټه د {{amount}} مبلغ {{account}} ته جمع شوی دی.",
    entered: "{{user}} په {{time}} ثبت کړې ده:",
  },
  transfer: {
    title: "انتقال",
    debit: "بنام",
    credit: "جمع",
    debitAccount: "د بنام حساب",
    creditAccount: "د جمع حساب",
    debitAmount: "د بنام حساب مبلغ",
    creditAmount: "د جمع حساب مبلغ",
    debitNarrative: "د بنام حساب شرحه",
    creditNarrative: "د جمع حساب شرحه",
    amountInWords: "مبلغ په تورو",
    creditNarrativeRequired: "د جمع حساب شرحه ضروري ده",
    sameAccount: "د بنام حساب او د جمع حساب باید یو نه وي",
    succeeded: "انتقال ثبت شو",
    failed: "انتقال ثبت نه شو",
    reading: {
      between: "{{amount}} له {{debit}} څخه {{credit}} ته ځي.",
      received: "{{debit}} ته {{amount}} راځي او {{credit}} ته جمع کېږي.",
      paid: "{{amount}} له {{credit}} څخه ورکول کېږي او د {{debit}} په بنام لیکل کېږي.",
      house: "{{amount}} له {{credit}} څخه {{debit}} ته ځي.",
    },
  },
  entry: {
    account: "حساب",
    narrative: "شرحه",
    amount: "مبلغ",
    amountDescription: "مبلغ په تورو",
    chooseAccount: "حساب انتخاب کړئ",
    noCurrency: "د انتخاب شوي حساب اسعار ونه موندل شول",
  },
  debit: {
    title: "د ورکړې معامله",
    succeeded: "ورکړه ثبت شوه",
    failed: "ورکړه ثبت نه شوه",
    reading: {
      customer: "تاسو {{amount}} نغدې ورکوئ او د {{account}} په بنام لیکل کېږي.",
      company: "{{amount}} له {{account}} څخه دخل ته راځي.",
    },
  },
  credit: {
    title: "د اخیستنې معامله",
    succeeded: "اخیستنه ثبت شوه",
    failed: "اخیستنه ثبت نه شوه",
    reading: {
      customer: "تاسو {{amount}} نغدې اخلئ او {{account}} ته جمع کېږي.",
      company: "{{amount}} له دخل څخه {{account}} ته ځي.",
    },
  },
} as const satisfies Translation<typeof english>;
