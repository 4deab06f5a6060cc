/** What is said of hawalas and of the import of a partner's sheet, in Dari. */
export const hawalas = {
  "There is no hawala {{id}}": "حوالهٔ {{id}} وجود ندارد",
  "This hawala is {{said:status}}. Mark it as pending before you change it":
    "حالت این حواله «{{said:status}}» است. پیش از تغییر، آن را در انتظار بگذارید",
  "This hawala is {{said:status}}. Mark it as pending first": "حالت این حواله «{{said:status}}» است. اول آن را در انتظار بگذارید",
  "This hawala is already {{said:status}}": "حالت این حواله از قبل «{{said:status}}» است",
  "This hawala has been cancelled. Mark it as pending first": "این حواله لغو شده است. اول آن را در انتظار بگذارید",
  "This hawala has already been passed.": "این حواله پیشتر اجرا شده است.",
  "The receiver of this hawala has been paid. Mark it as pending first":
    "پول گیرندهٔ این حواله پرداخت شده است. اول آن را در انتظار بگذارید",
  "The {{said:fields}} of this hawala was corrected since it was paid; pass it again instead":
    "{{said:fields}} این حواله پس از پرداخت تصحیح شده است؛ به جای آن، حواله را دوباره اجرا کنید",
  "The {{said:fields}} of this hawala were corrected since it was paid; pass it again instead":
    "{{said:fields}} این حواله پس از پرداخت تصحیح شده است؛ به جای آن، حواله را دوباره اجرا کنید",
  "Only an outgoing hawala is received and completed by a partner": "تنها حوالهٔ صادره را همکار دریافت و تکمیل می‌کند",
  "An outgoing hawala is paid by the partner, not here": "حوالهٔ صادره را همکار می‌پردازد، نه اینجا",
  "This is an incoming hawala; its direction cannot be changed": "این حواله وارده است؛ جهت آن تغییر داده شده نمی‌تواند",
  "This is an outgoing hawala; its direction cannot be changed": "این حواله صادره است؛ جهت آن تغییر داده شده نمی‌تواند",
  "This hawala has no photo": "این حواله عکس ندارد",
  "A hawala number has at least one letter or digit": "نمبر حواله حداقل یک حرف یا رقم دارد",
  "The hawala number {{number}} exists already for this sender code":
    "نمبر حوالهٔ {{number}} پیشتر برای این کود فرستنده ثبت شده است",
  "The partner cannot be the sender": "همکار و فرستنده نباید یکی باشد",
  "The cash account is no partner": "حساب نقد همکار نیست",
  "The cash account is no partner. Correct the sender code first": "حساب نقد همکار نیست. اول کود فرستنده را تصحیح کنید",
  "This is the partner's own account": "این حساب خود همکار است",
  "There is no account with the sender code {{code}}. Create the partner's account first":
    "هیچ حسابی کود فرستندهٔ {{code}} را ندارد. اول حساب همکار را باز کنید",
  "Choose a branch account ({{list:codes}})": "حساب یک شعبه را انتخاب کنید ({{list:codes}})",
  "Hawala currency ({{currency}}) must match selected account currency ({{other}}). Please select the correct account.":
    "اسعار حواله ({{currency}}) باید با اسعار حساب انتخاب‌شده ({{other}}) یکی باشد. حساب درست را انتخاب کنید.",
  "The office has no currency {{code}}": "صرافی اسعار {{code}} را ندارد",
  "This account belongs to the house": "این حساب از خود صرافی است",
  "Within one currency the exchange rate is 1": "در یک نوع پول نرخ تبادله 1 است",
  "At this rate and commission the converted amount is {{amount}} {{currency}}":
    "به این نرخ و کمیشن مبلغ تبادله‌شده {{amount}} {{currency}} است",
  "The commission was {{amount}} {{currency}}; give it in {{other}}":
    "کمیشن {{amount}} {{currency}} بود؛ آن را به {{other}} بنویسید",
  "At this rate nothing is left for the receiver": "به این نرخ برای گیرنده چیزی نمی‌ماند",
  "The commission leaves nothing for the receiver": "با این کمیشن برای گیرنده چیزی نمی‌ماند",
  "At this rate the converted amount is more than {{most}}": "به این نرخ مبلغ تبادله‌شده بیشتر از {{most}} است",
  "These filters find too many hawalas to add up. Narrow the dates or the search":
    "حواله‌های این فلترها برای گرفتن مجموع بسیار زیاد است. تاریخ‌ها یا جستجو را محدودتر کنید",
  "The series of hawala numbers is used up. Ask an admin to begin another on Hawala Serial Number Management":
    "سلسلهٔ نمبرهای حواله تمام شده است. از مدیر بخواهید در صفحهٔ مدیریت نمبر مسلسل حواله سلسلهٔ دیگری شروع کند",
  "The hawala was marked as pending": "حواله در انتظار گذاشته شد",
  "The hawala was cancelled": "حواله لغو شد",
  "The partner received the hawala": "همکار حواله را دریافت کرد",
  "The partner paid the hawala": "همکار حواله را پرداخت",

  "There is no import {{id}}": "دستهٔ {{id}} وجود ندارد",
  "This import has been undone already": "این دسته پیشتر برگشت داده شده است",
  "This import was corrected meanwhile: 1 hawala of it is corrected by hand now. Look again before you undo it":
    "در این میان این دسته تغییر کرد: حالا 1 حوالهٔ آن با دست تصحیح شده است. پیش از برگشت دادن دوباره ببینید",
  "This import was corrected meanwhile: {{count}} hawalas of it are corrected by hand now. Look again before you undo it":
    "در این میان این دسته تغییر کرد: حالا {{count}} حوالهٔ آن با دست تصحیح شده است. پیش از برگشت دادن دوباره ببینید",
  "This import cannot be undone: hawala {{number}} was paid before":
    "این دسته برگشت داده شده نمی‌تواند: حوالهٔ {{number}} پیشتر پرداخت شده است",
  "This import cannot be undone: hawala {{number}} was paid before and {{count}} more are touched":
    "این دسته برگشت داده شده نمی‌تواند: حوالهٔ {{number}} پیشتر پرداخت شده است و {{count}} حوالهٔ دیگر هم تغییر کرده است",
  "This import cannot be undone: hawala {{number}} is {{said:status}}":
    "این دسته برگشت داده شده نمی‌تواند: حوالهٔ {{number}} «{{said:status}}» است",
  "This import cannot be undone: hawala {{number}} is {{said:status}} and {{count}} more are touched":
    "این دسته برگشت داده شده نمی‌تواند: حوالهٔ {{number}} «{{said:status}}» است و {{count}} حوالهٔ دیگر هم تغییر کرده است",
  "Hawalas of this sheet are stored for {{other}} already: importing it for {{code}} too would make second copies. Preview it again and choose":
    "حواله‌های این شیت پیشتر برای {{other}} ثبت شده است: اگر برای {{code}} هم وارد شود، دو بار ثبت می‌شود. دوباره پیش‌نمایش بگیرید و انتخاب کنید",
  "Hawalas of this sheet are stored already and were corrected by hand since: importing them again would make second copies. Preview it again and choose":
    "حواله‌های این شیت پیشتر ثبت و بعد با دست تصحیح شده است: اگر دوباره وارد شود، دو بار ثبت می‌شود. دوباره پیش‌نمایش بگیرید و انتخاب کنید",
  "The earlier import of this file was undone or changed just now. Import it again":
    "وارد کردن قبلی این فایل همین حالا برگشت داده شد یا تغییر کرد. فایل را دوباره وارد کنید",
  "A hawala of this file was entered at another desk just now. Import the file again":
    "یک حوالهٔ این فایل همین حالا از میز دیگری ثبت شد. فایل را دوباره وارد کنید",
  "This file was imported before; nothing in it is new": "این فایل پیشتر وارد شده است؛ هیچ حوالهٔ جدید ندارد",
  "{{count}} hawala imported": "{{count}} حواله وارد شد",
  "{{count}} hawalas imported": "{{count}} حواله وارد شد",
  "{{count}} was there already": "{{count}} حواله پیشتر ثبت بود",
  "{{count}} were there already": "{{count}} حواله پیشتر ثبت بود",
  "{{count}} repeated in the file": "{{count}} حواله در فایل تکرار بود",
  "{{count}} faulty row was left out": "{{count}} سطر خطادار کنار گذاشته شد",
  "{{count}} faulty rows were left out": "{{count}} سطر خطادار کنار گذاشته شد",
  "{{count}} row is faulty, nothing was imported. {{cell}}: {{said:fault}}":
    "{{count}} سطر خطا دارد، چیزی وارد نشد. {{cell}}: {{said:fault}}",
  "{{count}} rows are faulty, nothing was imported. {{cell}}: {{said:fault}}":
    "{{count}} سطر خطا دارد، چیزی وارد نشد. {{cell}}: {{said:fault}}",
  "The office gave up {{codes}} just now. Choose the file again to see which of its rows are faulty":
    "صرافی همین حالا {{codes}} را کنار گذاشت. فایل را دوباره انتخاب کنید تا سطرهای خطادار آن را ببینید",
} as const;
