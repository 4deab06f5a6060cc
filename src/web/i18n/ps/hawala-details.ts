import type { hawalaDetails as english } from "#web/i18n/en/hawala-details.ts";
import type { Translation } from "#web/i18n/translation.ts";

/** The texts of Hawala Details in Pashto. */
export const hawalaDetails = {
  title: "د حوالې تفصیل",
  filters: {
    label: "فلټرونه",
    partner: "همکار",
    byBranch: "د څانګې له لارې اجرا شوې",
    branch: "د څانګې حساب",
    batch: "ډله {{id}}",
    batchOff: "ډله {{id}}: نورې حوالې بیا ښودل",
    currency: "ورکړه په {{currency}}",
    currencyOff: "ورکړه په {{currency}}: نور اسعار بیا ښودل",
  },
  totals: {
    title: "ټول مبلغونه",
    direction: "لوری",
    status: "حالت",
    currency: "اسعار",
    count: "حوالې",
    amount: "مبلغ",
    rAmount: "د اخیستونکي مبلغ",
    intoUSD: "USD",
    failed: "ټول مبلغونه ونه لوستل شول",
    loading: "ټول مبلغونه لوستل کېږي…",
  },
  table: {
    label: "حوالې",
    found_one: "{{total}} حواله",
    found_other: "{{total}} حوالې",
    hawalaNo: "نمبر",
    transactionDate: "نېټه",
    senderName: "لېږونکی",
    receiverName: "اخیستونکی",
    receiverLocation: "ځای",
    amount: "مبلغ",
    rAmount: "د اخیستونکي مبلغ",
    intoUSD: "USD",
    hawalaStatus: "حالت",
    passedDate: "د اجرا نېټه",
    paidFromCode: "له کوم حسابه",
    print: "چاپ",
    printOf: "د حوالې {{number}} چاپ",
    open: "حواله {{number}} خلاصول",
  },
  export: { failed: "د حوالو فایل جوړ نه شو" },
} as const satisfies Translation<typeof english>;
