/** What the books refuse, in Pashto: entries, corrections, exchanges, closed days, settlements. */
export const books = {
  "There is no transaction {{id}}": "معامله {{id}} نشته",
  "This currency does not exist": "دا اسعار نشته",
  "The debit account does not exist": "د بنام حساب نشته",
  "The credit account does not exist": "د جمع حساب نشته",
  "A Debit or Credit moves money between the cash account and one other account":
    "ورکړه یا اخیستنه پیسې د نغدو د حساب او یوه بل حساب ترمنځ لېږدوي",
  "The two accounts stand the wrong way round for this entry on {{code}} - {{name}}":
    "د {{code}} - {{name}} په دې معامله کې د بنام حساب او د جمع حساب سرچپه دي",
  "Only an admin may transfer to or from the cash account": "د نغدو حساب ته یا له هغه څخه یوازې مدیر پیسې انتقالولای شي",
  "Only an admin may record a {{said:type}}": "{{said:type}} یوازې مدیر ثبتولای شي",
  "{{code}} - {{name}} belongs to the house; nothing is posted to it by hand":
    "{{code}} - {{name}} د صرافۍ خپل حساب دی؛ په لاس پکې څه نه ثبتېږي",
  "The currency {{code}} is not active": "د {{code}} اسعار فعال نه دي",
  "The account {{code}} - {{name}} is {{said:status}}; it takes no postings":
    "د {{code}} - {{name}} حساب {{said:status}} دی؛ په هغه کې څه نه ثبتېږي",
  "The account {{code}} - {{name}} does not hold {{currency}}; record an Exchange to open it in {{currency}}":
    "د {{code}} - {{name}} حساب په {{currency}} خلاص نه دی؛ په {{currency}} د خلاصولو لپاره یې «تبادله» ثبت کړئ",
  "An exchange needs two different currencies; within one currency record a Transfer":
    "د تبادلې لپاره دوه ډوله پیسې پکار دي؛ په یوه ډول پیسو کې «انتقال» ثبت کړئ",
  "At this rate the selling amount is {{amount}} {{currency}}": "په دې نرخ د پلور مبلغ {{amount}} {{currency}} کېږي",
  "Both sides must have the same currency; between two currencies record an Exchange":
    "دواړه خواوې باید یو ډول پیسې وي؛ د دوو ډولو پیسو ترمنځ «تبادله» ثبت کړئ",
  "The credit amount must equal the debit amount": "د جمع حساب مبلغ باید د بنام حساب له مبلغ سره برابر وي",
  "The debit account and the credit account must be different": "د بنام حساب او د جمع حساب باید یو نه وي",
  "Purchase and selling currency are the same: that is a Transfer": "د پېر او پلور اسعار یو دي: دا «انتقال» دی",
  "Your role may not change this transaction": "ستاسو رول د دې معاملې د بدلولو اجازه نه لري",
  "Closing a day booked this entry. Only reopening and closing that day changes it":
    "دا معامله د ورځې په تړلو ثبت شوې ده. یوازې د هماغې ورځې په بیا خلاصولو او تړلو بدلېږي",
  "This transaction is not deleted": "دا معامله حذف شوې نه ده",
  "This transaction has been deleted": "دا معامله حذف شوې ده",
  "This is a {{said:type}}; its type cannot be changed": "د دې معاملې ډول «{{said:type}}» دی؛ بدلېدای نه شي",
  "Of a hawala's transaction only the narratives and the date can be changed here":
    "د حوالې د معاملې یوازې شرحې او نېټه دلته بدلېدای شي",
  "There is no {{said:type}} {{id}}": "{{said:type}} {{id}} نشته",

  "Only an admin may reopen a closed day": "تړلې ورځ یوازې مدیر بیا خلاصولای شي",
  "There is no close {{id}}": "د ورځې د تړلو نمبر {{id}} نشته",
  "The first day that can be closed is {{date}}": "لومړۍ ورځ چې تړل کېدای شي {{date}} ده",
  "{{date}} is not over: the last day that can be closed is {{last}}":
    "{{date}} لا نه ده پای ته رسېدلې: وروستۍ ورځ چې تړل کېدای شي {{last}} ده",
  "The books are closed up to {{date}} already": "د حساب دفترونه له مخکې تر {{date}} پورې تړل شوي دي",
  "Only an admin may close a day whose cash does not agree with the books":
    "هغه ورځ چې نغدې یې له دفترونو سره برابرې نه وي، یوازې مدیر تړلای شي",
  "This close was reopened by {{user}} already": "دا ورځ {{user}} له مخکې بیا خلاصه کړې ده",
  "The books are closed up to {{date}}. Reopen that day first":
    "د حساب دفترونه تر {{date}} پورې تړل شوي دي. لومړی هماغه ورځ بیا خلاصه کړئ",
  "The books are closed up to {{date}} (by {{user}}). Choose a later date where there is one to choose, or ask an admin to reopen the day":
    "د حساب دفترونه تر {{date}} پورې تړل شوي دي (د {{user}} له خوا). که نېټه انتخابېدای شي، تر دې وروسته نېټه انتخاب کړئ، یا له مدیر څخه وغواړئ چې ورځ بیا خلاصه کړي",
  "There is no such currency, or it was counted twice": "داسې اسعار نشته، یا دوه ځله شمېرل شوي دي",
  "The pieces of {{currency}} come to more than was counted": "د {{currency}} د نوټونو ټول مبلغ تر شمېرل شوي مبلغ زیات دی",
  "The cash is {{amount}} {{currency}} over, and one entry books at most {{most}}: record what is missing first":
    "نغدې {{amount}} {{currency}} زیاتې دي، او یوه معامله تر {{most}} پورې ثبتوي: لومړی هغه معاملې ثبت کړئ چې نه دي ثبت شوې",
  "The cash is {{amount}} {{currency}} short, and one entry books at most {{most}}: record what is missing first":
    "نغدې {{amount}} {{currency}} کمې دي، او یوه معامله تر {{most}} پورې ثبتوي: لومړی هغه معاملې ثبت کړئ چې نه دي ثبت شوې",
  "Say why the cash is {{amount}} {{currency}} over": "ولیکئ چې نغدې ولې {{amount}} {{currency}} زیاتې دي",
  "Say why the cash is {{amount}} {{currency}} short": "ولیکئ چې نغدې ولې {{amount}} {{currency}} کمې دي",
  "Count {{currency}} too: the books say {{amount}}": "{{currency}} هم وشمېرئ: په دفترونو کې {{amount}} دي",
  "The books have moved since the count: {{currency}} was {{before}} and is {{now}}. Compare again":
    "له شمېرلو وروسته دفترونه بدل شول: د {{currency}} مبلغ مخکې {{before}} و او اوس {{now}} دی. بیا یې پرتله کړئ",
  "The day was reopened": "ورځ بیا خلاصه شوه",

  "A later settlement with this partner stands on this one. Undo that one first":
    "له دې همکار سره وروسته بله تصفیه شوې، چې پر دې ولاړه ده. لومړی هماغه بېرته وګرځوئ",
  "What this settlement covered is settled by another one. Undo that one first":
    "هغه څه چې په دې تصفیه کې راغلي وو، په یوه بله تصفیه کې تصفیه شوي دي. لومړی هماغه بېرته وګرځوئ",
  "The settlement before this one was undone. Recover that one first":
    "تر دې مخکینۍ تصفیه بېرته ګرځول شوې ده. لومړی هماغه احیا کړئ",
  "This entry is a settlement with {{code}} - {{name}}. Leave the account as it is, or delete the entry":
    "دا معامله له {{code}} - {{name}} سره تصفیه ده. حساب مه بدلوئ، یا معامله حذف کړئ",
  "A hawala that this would settle was taken back or corrected meanwhile. Look at the figures again":
    "په دې منځ کې یوه حواله چې تصفیه کېده، بېرته واخیستل شوه یا تصحیح شوه. مبلغونه بیا وګورئ",
  "The last settlement was undone meanwhile. Look at the figures again":
    "په دې منځ کې وروستۍ تصفیه بېرته وګرځول شوه. مبلغونه بیا وګورئ",
  "{{user}} settled with this partner meanwhile. Look at the figures again":
    "په دې منځ کې {{user}} له دې همکار سره تصفیه وکړه. مبلغونه بیا وګورئ",
  "Hawala {{number}} is not one of this partner": "حواله {{number}} د دې همکار نه ده",
  "Hawala {{number}} is not paid, so nothing of it is to be settled":
    "حواله {{number}} نه ده ورکړل شوې، نو د تصفیې لپاره څه نه لري",
  "Hawala {{number}} is settled already": "حواله {{number}} له مخکې تصفیه شوې ده",
  "This partner has no such settlement": "دا همکار داسې تصفیه نه لري",
  "There is no such partner account": "د همکار داسې حساب نشته",
  "{{code}} is not the account of a partner": "{{code}} د همکار حساب نه دی",
  "More than {{most}} hawalas of ours are meant. Narrow the period": "زموږ تر {{most}} زیاتې حوالې پکې راځي. موده محدوده کړئ",
  "Through the cash account a settlement is in cash": "د نغدو د حساب له لارې تصفیه نغدي وي",
  "Cash goes through the cash account": "نغدي تصفیه د نغدو د حساب له لارې کېږي",
  "Within one currency choose another account than the partner's own":
    "په یوه ډول پیسو کې د همکار له خپل حساب پرته بل حساب انتخاب کړئ",
  "Within one currency both amounts are the same": "په یوه ډول پیسو کې دواړه مبلغونه برابر وي",
  "At this rate nothing is left of the amount": "په دې نرخ له مبلغ څخه هېڅ نه پاتې کېږي",
  "At this rate the other amount is more than {{most}}": "په دې نرخ بل مبلغ تر {{most}} زیات دی",
  "At this rate {{purchase}} is {{selling}}": "په دې نرخ {{purchase}} له {{selling}} سره برابر دي",
  "Only an admin may settle in cash": "نغدي تصفیه یوازې مدیر کولای شي",
  "The state of the figures is a text": "د مبلغونو حالت متن دی",
  "The state of the figures is too long": "د مبلغونو حالت ډېر اوږد دی",
  "The cursor is not one that this list has given": "د دې لېست دوام سم نه دی. پاڼه تازه کړئ",
} as const;
