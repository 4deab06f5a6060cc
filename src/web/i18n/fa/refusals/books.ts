/** What the books refuse, in Dari: entries, corrections, exchanges, closed days, settlements. */
export const books = {
  "There is no transaction {{id}}": "معاملهٔ {{id}} وجود ندارد",
  "This currency does not exist": "این اسعار وجود ندارد",
  "The debit account does not exist": "حساب بنام وجود ندارد",
  "The credit account does not exist": "حساب جمع وجود ندارد",
  "A Debit or Credit moves money between the cash account and one other account":
    "پرداخت یا دریافت، پول را میان حساب نقد و یک حساب دیگر انتقال می‌دهد",
  "The two accounts stand the wrong way round for this entry on {{code}} - {{name}}":
    "حساب بنام و حساب جمع در این معاملهٔ {{code}} - {{name}} برعکس است",
  "Only an admin may transfer to or from the cash account": "به حساب نقد یا از آن تنها مدیر انتقال داده می‌تواند",
  "Only an admin may record a {{said:type}}": "{{said:type}} را تنها مدیر ثبت کرده می‌تواند",
  "{{code}} - {{name}} belongs to the house; nothing is posted to it by hand":
    "{{code}} - {{name}} از خود صرافی است؛ با دست در آن چیزی ثبت نمی‌شود",
  "The currency {{code}} is not active": "اسعار {{code}} فعال نیست",
  "The account {{code}} - {{name}} is {{said:status}}; it takes no postings":
    "حساب {{code}} - {{name}} {{said:status}} است؛ در آن چیزی ثبت نمی‌شود",
  "The account {{code}} - {{name}} does not hold {{currency}}; record an Exchange to open it in {{currency}}":
    "حساب {{code}} - {{name}} به {{currency}} باز نیست؛ برای باز کردن آن به {{currency}}، «تبادله» ثبت کنید",
  "An exchange needs two different currencies; within one currency record a Transfer":
    "برای تبادله دو نوع پول لازم است؛ در یک نوع پول، «انتقال» ثبت کنید",
  "At this rate the selling amount is {{amount}} {{currency}}": "به این نرخ مبلغ فروش {{amount}} {{currency}} است",
  "Both sides must have the same currency; between two currencies record an Exchange":
    "هر دو طرف باید یک نوع پول باشد؛ میان دو نوع پول، «تبادله» ثبت کنید",
  "The credit amount must equal the debit amount": "مبلغ حساب جمع باید با مبلغ حساب بنام برابر باشد",
  "The debit account and the credit account must be different": "حساب بنام و حساب جمع نباید یکی باشد",
  "Purchase and selling currency are the same: that is a Transfer": "اسعار خرید و فروش یکی است: این «انتقال» است",
  "Your role may not change this transaction": "نقش شما اجازهٔ تغییر این معامله را ندارد",
  "Closing a day booked this entry. Only reopening and closing that day changes it":
    "این معامله با بستن روز ثبت شده است. تنها با باز کردن دوباره و بستن همان روز تغییر می‌کند",
  "This transaction is not deleted": "این معامله حذف نشده است",
  "This transaction has been deleted": "این معامله حذف شده است",
  "This is a {{said:type}}; its type cannot be changed": "این {{said:type}} است؛ نوع آن تغییر داده شده نمی‌تواند",
  "Of a hawala's transaction only the narratives and the date can be changed here":
    "از معاملهٔ حواله، اینجا تنها شرح‌ها و تاریخ تغییر داده شده می‌تواند",
  "There is no {{said:type}} {{id}}": "{{said:type}} {{id}} وجود ندارد",

  "Only an admin may reopen a closed day": "روز بسته را تنها مدیر دوباره باز کرده می‌تواند",
  "There is no close {{id}}": "بستن نمبر {{id}} وجود ندارد",
  "The first day that can be closed is {{date}}": "اولین روزی که بسته شده می‌تواند {{date}} است",
  "{{date}} is not over: the last day that can be closed is {{last}}":
    "{{date}} هنوز تمام نشده است: آخرین روزی که بسته شده می‌تواند {{last}} است",
  "The books are closed up to {{date}} already": "دفترهای حساب پیشتر تا {{date}} بسته شده است",
  "Only an admin may close a day whose cash does not agree with the books":
    "روزی را که نقدش با دفترها برابر نیست، تنها مدیر بسته می‌تواند",
  "This close was reopened by {{user}} already": "این روز را {{user}} پیشتر دوباره باز کرده است",
  "The books are closed up to {{date}}. Reopen that day first":
    "دفترهای حساب تا {{date}} بسته است. اول همان روز را دوباره باز کنید",
  "The books are closed up to {{date}} (by {{user}}). Choose a later date where there is one to choose, or ask an admin to reopen the day":
    "دفترهای حساب تا {{date}} بسته است (توسط {{user}}). اگر تاریخ انتخاب شده می‌تواند، تاریخ بعدتری را انتخاب کنید، یا از مدیر بخواهید روز را دوباره باز کند",
  "There is no such currency, or it was counted twice": "چنین نوع پول نیست، یا دو بار شمرده شده است",
  "The pieces of {{currency}} come to more than was counted": "مجموع نوت‌های {{currency}} بیشتر از شمارش است",
  "The cash is {{amount}} {{currency}} over, and one entry books at most {{most}}: record what is missing first":
    "نقد {{amount}} {{currency}} اضافه است، و یک معامله حداکثر {{most}} را ثبت می‌کند: اول معاملات ثبت‌نشده را ثبت کنید",
  "The cash is {{amount}} {{currency}} short, and one entry books at most {{most}}: record what is missing first":
    "نقد {{amount}} {{currency}} کم است، و یک معامله حداکثر {{most}} را ثبت می‌کند: اول معاملات ثبت‌نشده را ثبت کنید",
  "Say why the cash is {{amount}} {{currency}} over": "بنویسید چرا نقد {{amount}} {{currency}} اضافه است",
  "Say why the cash is {{amount}} {{currency}} short": "بنویسید چرا نقد {{amount}} {{currency}} کم است",
  "Count {{currency}} too: the books say {{amount}}": "{{currency}} را هم بشمارید: در دفترها {{amount}} است",
  "The books have moved since the count: {{currency}} was {{before}} and is {{now}}. Compare again":
    "پس از شمارش دفترها تغییر کرد: {{currency}} پیشتر {{before}} بود و حالا {{now}} است. دوباره مقایسه کنید",
  "The day was reopened": "روز دوباره باز شد",

  "A later settlement with this partner stands on this one. Undo that one first":
    "تصفیهٔ بعدی با این همکار به این تصفیه وابسته است. اول همان را برگشت دهید",
  "What this settlement covered is settled by another one. Undo that one first":
    "آنچه این تصفیه در بر داشت با تصفیهٔ دیگری تصفیه شده است. اول همان را برگشت دهید",
  "The settlement before this one was undone. Recover that one first":
    "تصفیهٔ پیش از این برگشت داده شده است. اول همان را احیا کنید",
  "This entry is a settlement with {{code}} - {{name}}. Leave the account as it is, or delete the entry":
    "این معامله تصفیه با {{code}} - {{name}} است. حساب را تغییر ندهید، یا معامله را حذف کنید",
  "A hawala that this would settle was taken back or corrected meanwhile. Look at the figures again":
    "در این میان حواله‌ای که تصفیه می‌شد پس گرفته یا تصحیح شد. مبلغ‌ها را دوباره ببینید",
  "The last settlement was undone meanwhile. Look at the figures again":
    "در این میان آخرین تصفیه برگشت داده شد. مبلغ‌ها را دوباره ببینید",
  "{{user}} settled with this partner meanwhile. Look at the figures again":
    "در این میان {{user}} با این همکار تصفیه کرد. مبلغ‌ها را دوباره ببینید",
  "Hawala {{number}} is not one of this partner": "حوالهٔ {{number}} از این همکار نیست",
  "Hawala {{number}} is not paid, so nothing of it is to be settled":
    "حوالهٔ {{number}} پرداخت نشده است، پس چیزی از آن تصفیه نمی‌شود",
  "Hawala {{number}} is settled already": "حوالهٔ {{number}} پیشتر تصفیه شده است",
  "This partner has no such settlement": "این همکار چنین تصفیه‌ای ندارد",
  "There is no such partner account": "چنین حساب همکار وجود ندارد",
  "{{code}} is not the account of a partner": "{{code}} حساب همکار نیست",
  "More than {{most}} hawalas of ours are meant. Narrow the period":
    "بیشتر از {{most}} حوالهٔ ما را در بر دارد. مدت را محدودتر کنید",
  "Through the cash account a settlement is in cash": "تصفیه از حساب نقد، نقدی است",
  "Cash goes through the cash account": "تصفیهٔ نقدی از حساب نقد می‌شود",
  "Within one currency choose another account than the partner's own":
    "در یک نوع پول، حساب دیگری جز حساب خود همکار را انتخاب کنید",
  "Within one currency both amounts are the same": "در یک نوع پول هر دو مبلغ یکی است",
  "At this rate nothing is left of the amount": "به این نرخ از مبلغ چیزی نمی‌ماند",
  "At this rate the other amount is more than {{most}}": "به این نرخ مبلغ دیگر بیشتر از {{most}} است",
  "At this rate {{purchase}} is {{selling}}": "به این نرخ {{purchase}} برابر {{selling}} است",
  "Only an admin may settle in cash": "تصفیهٔ نقد را تنها مدیر کرده می‌تواند",
  "The state of the figures is a text": "حالت مبلغ‌ها متن است",
  "The state of the figures is too long": "حالت مبلغ‌ها بسیار دراز است",
  "The cursor is not one that this list has given": "ادامهٔ این لست درست نیست. صفحه را تازه کنید",
} as const;
