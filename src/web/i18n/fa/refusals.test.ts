import { expect, test } from "vitest";

import { inWordsOf } from "#web/i18n/refusals.ts";

import { refusals } from "./refusals.ts";

test.each([
  ["At most 40 characters", "حداکثر 40 حرف"],
  ["sender name is missing", "نام فرستنده خالی است"],
  [
    'R Amount "12,5" can be read in more than one way; use a point before the decimals',
    "مبلغ گیرنده «12,5» به چند شکل خوانده می‌شود؛ پیش از اعشار نقطه بگذارید",
  ],
  [
    "R Amount is 9000.00, but Amount × Exchange Rate gives 9200.00",
    "مبلغ گیرنده 9000.00 است، ولی مبلغ × نرخ تبادله می‌شود 9200.00",
  ],
  ["Exchange Rate: none", "نرخ تبادله: ندارد"],
  ["R Amount: 9,200.00", "مبلغ گیرنده: 9,200.00"],
  [
    "3 hawalas imported, 2 were there already, 1 faulty row was left out",
    "3 حواله وارد شد، 2 حواله پیشتر ثبت بود، 1 سطر خطادار کنار گذاشته شد",
  ],
  ["1 hawala imported", "1 حواله وارد شد"],
  ["2 rows are faulty, nothing was imported. F17: amount is missing", "2 سطر خطا دارد، چیزی وارد نشد. F17: مبلغ خالی است"],
  [
    "The amount, receiver and number of this hawala were corrected since it was paid; pass it again instead",
    "مبلغ، گیرنده و نمبر این حواله پس از پرداخت تصحیح شده است؛ به جای آن، حواله را دوباره اجرا کنید",
  ],
  [
    "USD is in use and cannot be deleted: more than 3 accounts, transactions, hawalas",
    "USD در استفاده است و حذف شده نمی‌تواند: بیشتر از 3 حساب، معاملات، حواله‌ها",
  ],
  ["Choose a branch account (2001 or 2002)", "حساب یک شعبه را انتخاب کنید (2001 یا 2002)"],
  ["This account was changed meanwhile: karim at 2026-03-21 10:00", "در این میان این حساب تغییر کرد: karim، 2026-03-21 10:00"],
  ["The business settings were changed meanwhile: the office itself", "در این میان تنظیمات صرافی تغییر کرد: خود صرافی"],
  [
    "Transaction type must be one of Debit, Credit, Transfer, Exchange",
    "نوع معامله باید یکی از این‌ها باشد: پرداخت، دریافت، انتقال، تبادله",
  ],
  [
    "Its books do not balance: Journal 5 was recorded by nobody (and 2 more)",
    "دفترهای آن برابر نیست: سطر ژورنال 5 را کسی ثبت نکرده است (و 2 دیگر)",
  ],
  [
    "The file took too long to make. Try again shortly, or narrow the filter",
    "ساختن فایل بسیار دیر شد. کمی بعد دوباره کوشش کنید، یا فلتر را محدودتر کنید",
  ],
  ["There is no hawala 7", "حوالهٔ 7 وجود ندارد"],
  [
    'On the sheet "July", "Rate" stands in F4 and belongs into column K. The columns C to L must be: Trans No, Sender Name',
    "در شیت «July» «نرخ دالر» در F4 است و جای آن ستون K است. ستون‌های C تا L باید این‌ها باشد: نمبر حواله، نام فرستنده",
  ],
])("%s", (english, dari) => {
  expect(inWordsOf(refusals, english)).toBe(dari);
});
