import { expect, test } from "vitest";

import { inWordsOf } from "#web/i18n/refusals.ts";

import { refusals } from "./refusals.ts";

test.each([
  ["sender name is missing", "د لېږونکي نوم نشته"],
  [
    'R Amount "12,5" can be read in more than one way; use a point before the decimals',
    "د اخیستونکي مبلغ «12,5» په څو ډوله لوستل کېدای شي؛ له اعشاریې مخکې نقطه ولیکئ",
  ],
  [
    "R Amount is 9000.00, but Amount × Exchange Rate gives 9200.00",
    "د اخیستونکي مبلغ 9000.00 دی، خو مبلغ × د تبادلې نرخ 9200.00 کېږي",
  ],
  [
    "3 hawalas imported, 2 were there already, 1 faulty row was left out",
    "3 حوالې وارد شوې، 2 حوالې له مخکې ثبت وې، 1 غلطه کرښه وارد نه شوه",
  ],
  [
    "2 rows are faulty, nothing was imported. F17: amount is missing",
    "2 کرښې تېروتنې لري، هېڅ حواله وارد نه شوه. F17: مبلغ نشته",
  ],
  [
    "The amount, receiver and number of this hawala were corrected since it was paid; pass it again instead",
    "له ورکړې وروسته د دې حوالې دا خانې تصحیح شوې دي: مبلغ، اخیستونکی او نمبر؛ د دې پر ځای حواله بیا اجرا کړئ",
  ],
  [
    "USD is in use and cannot be deleted: more than 3 accounts, transactions, hawalas",
    "USD کارول کېږي او حذف کېدای نه شي: تر 3 زیات حسابونه، معاملې، حوالې",
  ],
  ["Choose a branch account (2001 or 2002)", "د یوې څانګې حساب انتخاب کړئ (2001 یا 2002)"],
  ["This account was changed meanwhile: karim at 2026-03-21 10:00", "په دې منځ کې بدلون راغی: دا حساب، karim، 2026-03-21 10:00"],
  [
    "Transaction type must be one of Debit, Credit, Transfer, Exchange",
    "د معاملې ډول باید له دغو څخه یو وي: ورکړه، اخیستنه، انتقال، تبادله",
  ],
  [
    "Its books do not balance: Journal 5 was recorded by nobody (and 2 more)",
    "دفترونه یې برابر نه دي: د ژورنال کرښه 5 هېچا نه ده ثبت کړې (او 2 نورې)",
  ],
  ["There is no hawala 7", "حواله 7 نشته"],
  [
    'On the sheet "July", "Rate" stands in F4 and belongs into column K. The columns C to L must be: Trans No, Sender Name',
    "په شیټ «July» کې «د ډالر نرخ» په F4 کې دی او ځای یې د K ستون دی. له C تر L پورې ستونونه باید دا وي: د حوالې نمبر، د لېږونکي نوم",
  ],
])("%s", (english, pashto) => {
  expect(inWordsOf(refusals, english)).toBe(pashto);
});
