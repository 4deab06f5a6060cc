/** What is said of backups, in Pashto. */
export const backups = {
  "Only admin users can perform database backups.": "د ډیټابیس بک‌اپ یوازې مدیر اخیستلای شي.",
  "Other backups are being created. Try again in a moment": "نور بک‌اپونه جوړېږي. لږ وروسته بیا هڅه وکړئ",
  "Another server is about to make a backup. Look again in a moment": "بل سرور د بک‌اپ اخیستلو په حال کې دی. لږ وروسته بیا وګورئ",
  "There is no file of this backup": "د دې بک‌اپ فایل نشته",
  "The file of this backup is no longer in its folder": "د دې بک‌اپ فایل نور په خپل فولډر کې نشته",
  "The file of this backup was changed since it was made": "د دې بک‌اپ فایل له جوړېدو وروسته بدل شوی دی",
  "The database was migrated by a newer Sarraf (it has {{migration}}): make the backup with that version.":
    "ډیټابیس د صراف د نوې نسخې دی ({{migration}} لري): بک‌اپ په هماغه نسخه واخلئ.",
  "The disk of the backups is full. Free some space and try again": "د بک‌اپونو ډیسک ډک دی. ځای خالي کړئ او بیا هڅه وکړئ",
  "The folder of the backups cannot be used ({{fault}}). Check that it is there and that the server may write to it":
    "د بک‌اپونو فولډر کارول کېدای نه شي ({{fault}}). وګورئ چې شته وي او سرور پکې لیکل کولای شي",
  "The database went away meanwhile. Try again when it is back":
    "په دې منځ کې له ډیټابیس سره اړیکه پرې شوه. چې بېرته راغی، بیا هڅه وکړئ",
  "The disk of the database is full. Free some space and try again": "د ډیټابیس ډیسک ډک دی. ځای خالي کړئ او بیا هڅه وکړئ",
  "The database was altered past the program, and cannot be backed up so: {{fault}}":
    "ډیټابیس له پروګرامه بهر بدل شوی دی او په دې حال کې یې بک‌اپ اخیستل کېدای نه شي: {{fault}}",
  "The disk has too little room: {{needed}} are needed, {{free}} are free. Free some space and try again":
    "په ډیسک کې کافي ځای نشته: {{needed}} پکار دی، {{free}} خالي دی. ځای خالي کړئ او بیا هڅه وکړئ",
  "{{path}} cannot be read: {{fault}}.": "{{path}} نه لوستل کېږي: {{fault}}.",
  "{{path}} is no file.": "{{path}} فایل نه دی.",
  "{{path}} is no backup of Sarraf: it does not begin like one.": "{{path}} د صراف بک‌اپ نه دی: پیل یې داسې نه دی.",
  "{{path}} was cut short or added to: its last line does not say that the backup is complete.":
    "{{path}} نیمګړی دی یا پرې څه ورزیات شوي دي: وروستۍ کرښه یې نه وایي چې بک‌اپ بشپړ دی.",
  "{{path}} was altered or damaged: its content is not what its last line vouches for.":
    "{{path}} بدل شوی یا خراب دی: منځپانګه یې له وروستۍ کرښې سره برابره نه ده.",
  "{{path}} was changed while it was being restored; nothing of it was kept.":
    "{{path}} د راوستلو پر مهال بدل شو؛ هېڅ شی یې ونه ساتل شو.",
  "{{path}} is no backup that this Sarraf can read: it does not say its {{what}}.":
    "د صراف دا نسخه {{path}} لوستلای نه شي: {{what}} پکې نشته.",
  "The file is not the one that was written: somebody has changed it": "فایل هغه نه دی چې لیکل شوی و: چا بدل کړی دی",
  "The restored database is not built as the one that was backed up": "د راوستل شوي ډیټابیس جوړښت له اصلي سره یو شان نه دی",
  "The restored database is not built as the one that was backed up: look at {{names}}":
    "د راوستل شوي ډیټابیس جوړښت له اصلي سره یو شان نه دی: {{names}} وګورئ",
  "The restored database is not built as the one that was backed up: look at {{names}} and {{count}} more":
    "د راوستل شوي ډیټابیس جوړښت له اصلي سره یو شان نه دی: {{names}} او {{count}} نور وګورئ",
  "The server or the database was stopped before it was checked": "سرور یا ډیټابیس د دې بک‌اپ تر چک کولو مخکې ودرول شو",
  "The server or the database was stopped before it was finished": "سرور یا ډیټابیس د دې بک‌اپ تر پای ته رسېدو مخکې ودرول شو",
  "Its books do not balance: {{said:fault}}": "دفترونه یې برابر نه دي: {{said:fault}}",
  "Its books do not balance: {{said:fault}} (and {{count}} more)": "دفترونه یې برابر نه دي: {{said:fault}} (او {{count}} نورې)",
  "Something went wrong on the server. The cause stands in its log":
    "په سرور کې ستونزه پېښه شوه. علت یې د سرور په لاګ کې لیکل شوی دی",
  "It could not be checked by a restore, because {{said:cause}}": "له بک‌اپه په راوستلو چک نه شو، ځکه چې {{said:cause}}",
  "It stood still for too long and was given up": "ډېر وخت یې پرمختګ ونه کړ او ودرول شو",
  "The server was stopped before it was finished": "سرور د دې بک‌اپ تر پای ته رسېدو مخکې ودرول شو",
  "The file cannot be read back as it was written. The disk of the backups is not to be trusted":
    "فایل هغسې چې لیکل شوی و، بېرته نه لوستل کېږي. د بک‌اپونو پر ډیسک باور نه شي کېدای",
} as const;
