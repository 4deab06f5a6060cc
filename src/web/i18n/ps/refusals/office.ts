/** What is refused about accounts, currencies, settings and users, in Pashto. */
export const office = {
  "This account does not exist": "دا حساب نشته",
  "This account has no {{said:kind}}": "دا حساب {{said:kind}} نه لري",
  "The account {{code}} - {{name}} cannot be closed, its balance is not zero: {{balances}}":
    "د {{code}} - {{name}} حساب تړل کېدای نه شي، بیلانس یې صفر نه دی: {{balances}}",
  "{{code}} - {{name}} belongs to the house; nobody edits it": "{{code}} - {{name}} د صرافۍ خپل حساب دی؛ هېڅوک یې نه شي سمولای",
  "{{code}} - {{name}} is the cash account; its type and status stay":
    "{{code}} - {{name}} د نغدو حساب دی؛ ډول او حالت یې نه بدلېږي",
  "The account {{code}} - {{name}} has entries, and their sign would turn: open another account for the other side":
    "د {{code}} - {{name}} حساب معاملې لري او په دې بدلون د هغوی اړخ سرچپه کېږي: د بل اړخ لپاره بل حساب خلاص کړئ",

  "The currency is in use and cannot be deleted": "دا اسعار کارول کېږي او حذف کېدای نه شي",
  "The office has as many currencies as it can hold": "د صرافۍ د اسعارو شمېر خپل حد ته رسېدلی دی",
  "The currency {{code}} is already there": "د {{code}} اسعار له مخکې ثبت دي",
  "{{code}} is not a currency code of ISO 4217": "{{code}} د ISO 4217 د اسعارو کوډ نه دی",
  "Rates are counted per 1 USD: its own rate is 1": "نرخونه د یوه ډالر په بدل کې حسابېږي: د ډالر خپل نرخ 1 دی",
  "All rates are counted per 1 USD; it stays": "ټول نرخونه د یوه ډالر په بدل کې حسابېږي؛ ډالر پاتې کېږي",
  "{{code}} is the base currency of the office; choose another one first":
    "{{code}} د صرافۍ اصلي اسعار دي؛ لومړی بل ډول پیسې انتخاب کړئ",
  "{{code}} is in use and cannot be deleted: {{said:uses}}": "{{code}} کارول کېږي او حذف کېدای نه شي: {{said:uses}}",

  "This setting does not exist": "دا تنظیم نشته",
  "{{code}} has a number setting already; edit that one": "{{code}} له مخکې د نمبر تنظیم لري؛ هماغه سم کړئ",
  "The cash account must be of type company": "د نغدو د حساب ډول باید «صرافي» وي",
  "The cash account must be active": "د نغدو حساب باید فعال وي",
  "{{code}} is the cash account, which is held and not spent: take it out of the expense account codes":
    "{{code}} د نغدو حساب دی؛ پیسې یې شته دي، مصرف شوې نه دي: د مصارفو د حساب له کوډونو یې لرې کړئ",
  "{{code}} is one of the expense account codes: take it out of them first":
    "{{code}} د مصارفو د حساب یو کوډ دی: لومړی یې له هغو لرې کړئ",
  "The idle time must not be longer than a session": "د وزګارتیا وخت باید له ناستې اوږد نه وي",

  "This user does not exist": "دا کاروونکی نشته",
  "You cannot delete yourself": "ځان حذفولای نه شئ",
  "You cannot demote yourself": "له ځانه مدیریت اخیستلای نه شئ",
  "You cannot deactivate yourself": "ځان غیرفعالولای نه شئ",
  "You cannot delete the last active admin": "وروستی فعال مدیر حذفولای نه شئ",
  "You cannot demote the last active admin": "له وروستي فعال مدیره مدیریت اخیستلای نه شئ",
  "You cannot deactivate the last active admin": "وروستی فعال مدیر غیرفعالولای نه شئ",
  "{{user}} has recorded work and cannot be deleted. Deactivate the user instead":
    "د {{user}} کار ثبت دی او دا کاروونکی حذف کېدای نه شي. د حذف پر ځای یې غیرفعال کړئ",
  "Turn your own two-step sign-in off in your profile": "خپل دوه‌مرحله‌یي ننوتل په خپل پروفایل کې بند کړئ",
  "{{user}} has no two-step sign-in": "{{user}} دوه‌مرحله‌یي ننوتل نه لري",
  "The username {{user}} is taken": "د کاروونکي نوم {{user}} نیول شوی دی",
  "The username {{user}} looks like {{other}}, which is taken": "د کاروونکي نوم {{user}} د {{other}} په څېر دی، چې نیول شوی دی",
  "The work of {{user}} is on record under the username {{name}}. Choose another":
    "د {{user}} کار د کاروونکي په نوم {{name}} ثبت دی. بل نوم انتخاب کړئ",
  "{{said:subject}} changed meanwhile: {{said:by}}": "په دې منځ کې بدلون راغی: {{said:subject}}، {{said:by}}",
  "Your user was deleted meanwhile": "په دې منځ کې ستاسو کاروونکی حذف شو",
} as const;
