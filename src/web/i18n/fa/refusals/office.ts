/** What is refused about accounts, currencies, settings and users, in Dari. */
export const office = {
  "This account does not exist": "این حساب وجود ندارد",
  "This account has no {{said:kind}}": "این حساب {{said:kind}} ندارد",
  "The account {{code}} - {{name}} cannot be closed, its balance is not zero: {{balances}}":
    "حساب {{code}} - {{name}} بسته شده نمی‌تواند، بیلانس آن صفر نیست: {{balances}}",
  "{{code}} - {{name}} belongs to the house; nobody edits it": "{{code}} - {{name}} از خود صرافی است؛ کسی آن را ویرایش نمی‌کند",
  "{{code}} - {{name}} is the cash account; its type and status stay":
    "{{code}} - {{name}} حساب نقد است؛ نوع و حالت آن تغییر نمی‌کند",
  "The account {{code}} - {{name}} has entries, and their sign would turn: open another account for the other side":
    "حساب {{code}} - {{name}} معامله دارد و با این تغییر، طرف آن‌ها برعکس می‌شود: برای طرف دیگر حساب دیگری باز کنید",

  "The currency is in use and cannot be deleted": "این اسعار در استفاده است و حذف شده نمی‌تواند",
  "The office has as many currencies as it can hold": "تعداد اسعار صرافی به حداکثر رسیده است",
  "The currency {{code}} is already there": "اسعار {{code}} از قبل ثبت است",
  "{{code}} is not a currency code of ISO 4217": "{{code}} کود اسعار از ISO 4217 نیست",
  "Rates are counted per 1 USD: its own rate is 1": "نرخ‌ها در برابر یک دالر حساب می‌شوند: نرخ خود دالر 1 است",
  "All rates are counted per 1 USD; it stays": "همهٔ نرخ‌ها در برابر یک دالر حساب می‌شوند؛ دالر می‌ماند",
  "{{code}} is the base currency of the office; choose another one first":
    "{{code}} اسعار اصلی صرافی است؛ اول اسعار دیگری را انتخاب کنید",
  "{{code}} is in use and cannot be deleted: {{said:uses}}": "{{code}} در استفاده است و حذف شده نمی‌تواند: {{said:uses}}",

  "This setting does not exist": "این تنظیم وجود ندارد",
  "{{code}} has a number setting already; edit that one": "{{code}} از قبل تنظیم نمبر دارد؛ همان را ویرایش کنید",
  "The cash account must be of type company": "نوع حساب نقد باید صرافی باشد",
  "The cash account must be active": "حساب نقد باید فعال باشد",
  "{{code}} is the cash account, which is held and not spent: take it out of the expense account codes":
    "{{code}} حساب نقد است؛ پول آن موجود است، نه مصرف‌شده: آن را از کودهای حساب مصارف بردارید",
  "{{code}} is one of the expense account codes: take it out of them first":
    "{{code}} یکی از کودهای حساب مصارف است: اول آن را از آنجا بردارید",
  "The idle time must not be longer than a session": "وقت بیکاری نباید درازتر از نشست باشد",

  "This user does not exist": "این کاربر وجود ندارد",
  "You cannot delete yourself": "خود را حذف کرده نمی‌توانید",
  "You cannot demote yourself": "مدیریت را از خود گرفته نمی‌توانید",
  "You cannot deactivate yourself": "خود را غیرفعال کرده نمی‌توانید",
  "You cannot delete the last active admin": "آخرین مدیر فعال را حذف کرده نمی‌توانید",
  "You cannot demote the last active admin": "مدیریت را از آخرین مدیر فعال گرفته نمی‌توانید",
  "You cannot deactivate the last active admin": "آخرین مدیر فعال را غیرفعال کرده نمی‌توانید",
  "{{user}} has recorded work and cannot be deleted. Deactivate the user instead":
    "کار {{user}} ثبت است و این کاربر حذف شده نمی‌تواند. به جای حذف، غیرفعالش کنید",
  "Turn your own two-step sign-in off in your profile": "ورود دومرحله‌ای خود را در پروفایل خود خاموش کنید",
  "{{user}} has no two-step sign-in": "{{user}} ورود دومرحله‌ای ندارد",
  "The username {{user}} is taken": "نام کاربری {{user}} گرفته شده است",
  "The username {{user}} looks like {{other}}, which is taken": "نام کاربری {{user}} مانند {{other}} است، که گرفته شده است",
  "The work of {{user}} is on record under the username {{name}}. Choose another":
    "کار {{user}} به نام کاربری {{name}} ثبت است. نام دیگری انتخاب کنید",
  "{{said:subject}} changed meanwhile: {{said:by}}": "در این میان {{said:subject}} تغییر کرد: {{said:by}}",
  "Your user was deleted meanwhile": "در این میان کاربر شما حذف شد",
} as const;
