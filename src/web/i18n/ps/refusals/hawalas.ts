/** What is said of hawalas and of the import of a partner's sheet, in Pashto. */
export const hawalas = {
  "There is no hawala {{id}}": "حواله {{id}} نشته",
  "This hawala is {{said:status}}. Mark it as pending before you change it":
    "د دې حوالې حالت «{{said:status}}» دی. له بدلولو مخکې یې په تمه کړئ",
  "This hawala is {{said:status}}. Mark it as pending first": "د دې حوالې حالت «{{said:status}}» دی. لومړی یې په تمه کړئ",
  "This hawala is already {{said:status}}": "د دې حوالې حالت له مخکې «{{said:status}}» دی",
  "This hawala has been cancelled. Mark it as pending first": "دا حواله لغوه شوې ده. لومړی یې په تمه کړئ",
  "This hawala has already been passed.": "دا حواله مخکې اجرا شوې ده.",
  "The receiver of this hawala has been paid. Mark it as pending first":
    "د دې حوالې اخیستونکي ته پیسې ورکړل شوې دي. لومړی یې په تمه کړئ",
  "The {{said:fields}} of this hawala was corrected since it was paid; pass it again instead":
    "له ورکړې وروسته د دې حوالې دا خانه تصحیح شوې ده: {{said:fields}}؛ د دې پر ځای حواله بیا اجرا کړئ",
  "The {{said:fields}} of this hawala were corrected since it was paid; pass it again instead":
    "له ورکړې وروسته د دې حوالې دا خانې تصحیح شوې دي: {{said:fields}}؛ د دې پر ځای حواله بیا اجرا کړئ",
  "Only an outgoing hawala is received and completed by a partner": "یوازې صادره حواله همکار ترلاسه کوي او بشپړوي",
  "An outgoing hawala is paid by the partner, not here": "د صادرې حوالې پیسې همکار ورکوي، دلته نه ورکول کېږي",
  "This is an incoming hawala; its direction cannot be changed": "دا وارده حواله ده؛ لوری یې بدلېدای نه شي",
  "This is an outgoing hawala; its direction cannot be changed": "دا صادره حواله ده؛ لوری یې بدلېدای نه شي",
  "This hawala has no photo": "دا حواله عکس نه لري",
  "A hawala number has at least one letter or digit": "د حوالې په نمبر کې باید لږ تر لږه یو توری یا رقم وي",
  "The hawala number {{number}} exists already for this sender code":
    "د حوالې نمبر {{number}} د لېږونکي د دې کوډ لپاره له مخکې ثبت شوی دی",
  "The partner cannot be the sender": "همکار او لېږونکی باید یو نه وي",
  "The cash account is no partner": "د نغدو حساب همکار نه دی",
  "The cash account is no partner. Correct the sender code first": "د نغدو حساب همکار نه دی. لومړی د لېږونکي کوډ تصحیح کړئ",
  "This is the partner's own account": "دا د همکار خپل حساب دی",
  "There is no account with the sender code {{code}}. Create the partner's account first":
    "هېڅ حساب د لېږونکي کوډ {{code}} نه لري. لومړی د همکار حساب خلاص کړئ",
  "Choose a branch account ({{list:codes}})": "د یوې څانګې حساب انتخاب کړئ ({{list:codes}})",
  "Hawala currency ({{currency}}) must match selected account currency ({{other}}). Please select the correct account.":
    "د حوالې اسعار ({{currency}}) باید د انتخاب شوي حساب له اسعارو ({{other}}) سره یو وي. سم حساب انتخاب کړئ.",
  "The office has no currency {{code}}": "صرافي د {{code}} اسعار نه لري",
  "This account belongs to the house": "دا د صرافۍ خپل حساب دی",
  "Within one currency the exchange rate is 1": "په یوه ډول پیسو کې د تبادلې نرخ 1 دی",
  "At this rate and commission the converted amount is {{amount}} {{currency}}":
    "په دې نرخ او کمېشن تبادله شوی مبلغ {{amount}} {{currency}} کېږي",
  "The commission was {{amount}} {{currency}}; give it in {{other}}": "کمېشن {{amount}} {{currency}} و؛ په {{other}} یې ولیکئ",
  "At this rate nothing is left for the receiver": "په دې نرخ اخیستونکي ته هېڅ نه پاتې کېږي",
  "The commission leaves nothing for the receiver": "له دې کمېشن سره اخیستونکي ته هېڅ نه پاتې کېږي",
  "At this rate the converted amount is more than {{most}}": "په دې نرخ تبادله شوی مبلغ تر {{most}} زیات دی",
  "These filters find too many hawalas to add up. Narrow the dates or the search":
    "د دې فلټرونو حوالې د ټول مبلغ د حسابولو لپاره ډېرې زیاتې دي. نېټې یا لټون محدود کړئ",
  "The series of hawala numbers is used up. Ask an admin to begin another on Hawala Serial Number Management":
    "د حوالو د نمبرونو سلسله پای ته رسېدلې ده. له مدیر څخه وغواړئ چې د حوالې د مسلسل نمبر د مدیریت په پاڼه کې بله سلسله پیل کړي",
  "The hawala was marked as pending": "حواله په تمه شوه",
  "The hawala was cancelled": "حواله لغوه شوه",
  "The partner received the hawala": "همکار حواله ترلاسه کړه",
  "The partner paid the hawala": "همکار د حوالې پیسې ورکړې",

  "There is no import {{id}}": "ډله {{id}} نشته",
  "This import has been undone already": "دا ډله له مخکې بېرته ګرځول شوې ده",
  "This import was corrected meanwhile: 1 hawala of it is corrected by hand now. Look again before you undo it":
    "په دې منځ کې دا ډله بدله شوه: اوس یې 1 حواله په لاس تصحیح شوې ده. له بېرته ګرځولو مخکې بیا وګورئ",
  "This import was corrected meanwhile: {{count}} hawalas of it are corrected by hand now. Look again before you undo it":
    "په دې منځ کې دا ډله بدله شوه: اوس یې {{count}} حوالې په لاس تصحیح شوې دي. له بېرته ګرځولو مخکې بیا وګورئ",
  "This import cannot be undone: hawala {{number}} was paid before":
    "دا ډله بېرته ګرځول کېدای نه شي: د حوالې {{number}} پیسې یو ځل ورکړل شوې وې",
  "This import cannot be undone: hawala {{number}} was paid before and {{count}} more are touched":
    "دا ډله بېرته ګرځول کېدای نه شي: د حوالې {{number}} پیسې یو ځل ورکړل شوې وې او {{count}} نورې حوالې هم بدلې شوې دي",
  "This import cannot be undone: hawala {{number}} is {{said:status}}":
    "دا ډله بېرته ګرځول کېدای نه شي: حواله {{number}} «{{said:status}}» ده",
  "This import cannot be undone: hawala {{number}} is {{said:status}} and {{count}} more are touched":
    "دا ډله بېرته ګرځول کېدای نه شي: حواله {{number}} «{{said:status}}» ده او {{count}} نورې حوالې هم بدلې شوې دي",
  "Hawalas of this sheet are stored for {{other}} already: importing it for {{code}} too would make second copies. Preview it again and choose":
    "د دې شیټ حوالې له مخکې د {{other}} لپاره ثبت شوې دي: که د {{code}} لپاره هم وارد شي، دوه ځله ثبتېږي. بیا مخکتنه وکړئ او انتخاب کړئ",
  "Hawalas of this sheet are stored already and were corrected by hand since: importing them again would make second copies. Preview it again and choose":
    "د دې شیټ حوالې له مخکې ثبت شوې او وروسته په لاس تصحیح شوې دي: که بیا وارد شي، دوه ځله ثبتېږي. بیا مخکتنه وکړئ او انتخاب کړئ",
  "The earlier import of this file was undone or changed just now. Import it again":
    "د دې فایل مخکینۍ ډله همدا اوس بېرته وګرځول شوه یا بدله شوه. فایل بیا وارد کړئ",
  "A hawala of this file was entered at another desk just now. Import the file again":
    "د دې فایل یوه حواله همدا اوس له بل مېز څخه ثبت شوه. فایل بیا وارد کړئ",
  "This file was imported before; nothing in it is new": "دا فایل مخکې وارد شوی دی؛ هېڅ نوې حواله نه لري",
  "{{count}} hawala imported": "{{count}} حواله وارد شوه",
  "{{count}} hawalas imported": "{{count}} حوالې وارد شوې",
  "{{count}} was there already": "{{count}} حواله له مخکې ثبت وه",
  "{{count}} were there already": "{{count}} حوالې له مخکې ثبت وې",
  "{{count}} repeated in the file": "په فایل کې تکراري حوالې: {{count}}",
  "{{count}} faulty row was left out": "{{count}} غلطه کرښه وارد نه شوه",
  "{{count}} faulty rows were left out": "{{count}} غلطې کرښې وارد نه شوې",
  "{{count}} row is faulty, nothing was imported. {{cell}}: {{said:fault}}":
    "{{count}} کرښه تېروتنه لري، هېڅ حواله وارد نه شوه. {{cell}}: {{said:fault}}",
  "{{count}} rows are faulty, nothing was imported. {{cell}}: {{said:fault}}":
    "{{count}} کرښې تېروتنې لري، هېڅ حواله وارد نه شوه. {{cell}}: {{said:fault}}",
  "The office gave up {{codes}} just now. Choose the file again to see which of its rows are faulty":
    "صرافۍ همدا اوس د {{codes}} کارول بند کړل. فایل بیا انتخاب کړئ چې غلطې کرښې یې وګورئ",
} as const;
