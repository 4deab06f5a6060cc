/** What is said of backups, in Dari. */
export const backups = {
  "Only admin users can perform database backups.": "تنها مدیر از دیتابیس بک‌اپ گرفته می‌تواند.",
  "Other backups are being created. Try again in a moment": "بک‌اپ‌های دیگری ساخته می‌شود. کمی بعد دوباره کوشش کنید",
  "Another server is about to make a backup. Look again in a moment": "سرور دیگری در حال گرفتن بک‌اپ است. کمی بعد دوباره ببینید",
  "There is no file of this backup": "از این بک‌اپ فایلی نیست",
  "The file of this backup is no longer in its folder": "فایل این بک‌اپ دیگر در فولدر آن نیست",
  "The file of this backup was changed since it was made": "فایل این بک‌اپ پس از ساختن تغییر کرده است",
  "The database was migrated by a newer Sarraf (it has {{migration}}): make the backup with that version.":
    "دیتابیس از نسخهٔ جدیدتر صراف است ({{migration}} دارد): بک‌اپ را با همان بگیرید.",
  "The disk of the backups is full. Free some space and try again": "دیسک بک‌اپ‌ها پر است. جای خالی کنید و دوباره کوشش کنید",
  "The folder of the backups cannot be used ({{fault}}). Check that it is there and that the server may write to it":
    "فولدر بک‌اپ‌ها قابل استفاده نیست ({{fault}}). ببینید که موجود باشد و سرور در آن نوشته بتواند",
  "The database went away meanwhile. Try again when it is back":
    "در این میان دیتابیس از دسترس رفت. وقتی باز آمد دوباره کوشش کنید",
  "The disk of the database is full. Free some space and try again": "دیسک دیتابیس پر است. جای خالی کنید و دوباره کوشش کنید",
  "The database was altered past the program, and cannot be backed up so: {{fault}}":
    "دیتابیس بیرون از برنامه تغییر داده شده است و به این حال بک‌اپ گرفته شده نمی‌تواند: {{fault}}",
  "The disk has too little room: {{needed}} are needed, {{free}} are free. Free some space and try again":
    "دیسک جای کافی ندارد: {{needed}} لازم است، {{free}} خالی است. جای خالی کنید و دوباره کوشش کنید",
  "{{path}} cannot be read: {{fault}}.": "{{path}} خوانده نمی‌شود: {{fault}}.",
  "{{path}} is no file.": "{{path}} فایل نیست.",
  "{{path}} is no backup of Sarraf: it does not begin like one.": "{{path}} بک‌اپ صراف نیست: آغاز آن چنین نیست.",
  "{{path}} was cut short or added to: its last line does not say that the backup is complete.":
    "{{path}} ناتمام است یا بر آن افزوده شده است: سطر آخر نمی‌گوید که بک‌اپ کامل است.",
  "{{path}} was altered or damaged: its content is not what its last line vouches for.":
    "{{path}} تغییر کرده یا خراب است: محتوای آن با سطر آخرش برابر نیست.",
  "{{path}} was changed while it was being restored; nothing of it was kept.":
    "{{path}} هنگام بازیابی تغییر کرد؛ چیزی از آن نگه داشته نشد.",
  "{{path}} is no backup that this Sarraf can read: it does not say its {{what}}.":
    "این نسخهٔ صراف {{path}} را خوانده نمی‌تواند: {{what}} در آن نیست.",
  "The file is not the one that was written: somebody has changed it": "فایل همان نیست که نوشته شد: کسی آن را تغییر داده است",
  "The restored database is not built as the one that was backed up": "ساخت دیتابیس بازیابی‌شده با اصل آن یکی نیست",
  "The restored database is not built as the one that was backed up: look at {{names}}":
    "ساخت دیتابیس بازیابی‌شده با اصل آن یکی نیست: {{names}} را ببینید",
  "The restored database is not built as the one that was backed up: look at {{names}} and {{count}} more":
    "ساخت دیتابیس بازیابی‌شده با اصل آن یکی نیست: {{names}} و {{count}} دیگر را ببینید",
  "The server or the database was stopped before it was checked": "پیش از بررسی آن، سرور یا دیتابیس متوقف شد",
  "The server or the database was stopped before it was finished": "پیش از تمام شدن آن، سرور یا دیتابیس متوقف شد",
  "Its books do not balance: {{said:fault}}": "دفترهای آن برابر نیست: {{said:fault}}",
  "Its books do not balance: {{said:fault}} (and {{count}} more)": "دفترهای آن برابر نیست: {{said:fault}} (و {{count}} دیگر)",
  "Something went wrong on the server. The cause stands in its log": "در سرور مشکلی پیش آمد. علت آن در لاگ سرور نوشته شده است",
  "It could not be checked by a restore, because {{said:cause}}": "با بازیابی بررسی نشد، زیرا {{said:cause}}",
  "It stood still for too long and was given up": "مدت درازی پیش نرفت و قطع شد",
  "The server was stopped before it was finished": "پیش از تمام شدن آن، سرور متوقف شد",
  "The file cannot be read back as it was written. The disk of the backups is not to be trusted":
    "فایل چنان که نوشته شد بازخوانده نمی‌شود. دیسک بک‌اپ‌ها قابل اعتماد نیست",
} as const;
