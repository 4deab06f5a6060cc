/** What is found in a partner's sheet, in Pashto: why a file cannot be read, and what is wrong with its cells. */
export const sheets = {
  "Invalid File Type: Please select an Excel file (.xls, .xlsx) or OpenDocument Spreadsheet (.ods)":
    "د فایل ډول سم نه دی: د اکسل فایل (\u2066.xls\u2069 یا \u2066.xlsx\u2069) یا د \u2066.ods\u2069 فایل انتخاب کړئ",
  "The file is larger than 10 MB. Divide the list into several files":
    "فایل له 10 میګابایټو څخه لوی دی. لېست په څو فایلونو ووېشئ",
  "The file is empty": "فایل خالي دی",
  "The file is a web page with the name of a spreadsheet. Open it in your spreadsheet program, save it as an Excel workbook (.xlsx) and choose that file":
    "دا فایل د اکسل د فایل په نوم یوه ویب پاڼه ده. د اکسل په پروګرام کې یې خلاص کړئ، د .xlsx په بڼه یې ذخیره کړئ او هماغه فایل انتخاب کړئ",
  "The file is a text with the name of a spreadsheet. Open it in your spreadsheet program, save it as an Excel workbook (.xlsx) and choose that file":
    "دا فایل د اکسل د فایل په نوم یو متن (لکه .csv) دی. د اکسل په پروګرام کې یې خلاص کړئ، د .xlsx په بڼه یې ذخیره کړئ او هماغه فایل انتخاب کړئ",
  "A binary workbook (.xlsb) cannot be read. Save it as an Excel workbook (.xlsx) and choose that file":
    "د .xlsb فایل نه لوستل کېږي. د .xlsx په بڼه یې ذخیره کړئ او هماغه فایل انتخاب کړئ",
  "The file is too large or too complicated to be read. Copy the list alone into a new workbook and choose that file":
    "فایل د لوستلو لپاره ډېر لوی یا پېچلی دی. یوازې لېست په یوه نوي فایل کې کاپي کړئ او هماغه انتخاب کړئ",
  "The reading was given up": "د فایل لوستل ودرول شول",
  "One of your files is waiting to be read already. Choose the next one when it has been":
    "ستاسو یو فایل لا د لوستلو په نوبت کې دی. تر هغه وروسته بل فایل انتخاب کړئ",
  "Too many files are being read at once. Try again in a moment": "په یوه وخت کې ډېر فایلونه لوستل کېږي. لږ وروسته بیا هڅه وکړئ",
  "The file is damaged or incomplete. Ask for it again, or open it, save it anew and choose that file":
    "فایل خراب یا نیمګړی دی. بیا یې وغواړئ، یا یې خلاص کړئ، له سره یې ذخیره کړئ او هماغه فایل انتخاب کړئ",
  "The file is protected with a password. Open it, save it without a password and choose that file":
    "فایل پاسورډ لري. خلاص یې کړئ، بې پاسورډه یې ذخیره کړئ او هماغه فایل انتخاب کړئ",
  "The file holds too many parts to be a list": "فایل ډېرې برخې لري او لېست نه دی",
  "The file unpacks to far more than a list needs. Copy the list into a new workbook and choose that":
    "فایل چې خلاص شي، له یوه لېسته ډېر لوی دی. لېست په یوه نوي فایل کې کاپي کړئ او هماغه انتخاب کړئ",
  "The sheet has more merged cells than a list. Copy it into a new workbook":
    "شیټ له یوه لېسته ډېرې یوځای شوې خانې لري. په یوه نوي فایل کې یې کاپي کړئ",
  "The sheet has more than {{most}} rows. Divide it into several files":
    "شیټ له {{most}} څخه ډېرې کرښې لري. په څو فایلونو یې ووېشئ",
  "Row {{row}} is a hawala above the header in row {{header}}. Move the header above it, save the file and choose it again":
    "کرښه {{row}} یوه حواله ده چې د سرلیکونو له کرښې ({{header}}) پورته ده. د سرلیکونو کرښه له هغې پورته یوسئ، فایل ذخیره کړئ او بیا یې انتخاب کړئ",
  'The list stands on the hidden sheet "{{sheet}}". Show that sheet, save the file and choose it again':
    "لېست په پټ شیټ «{{sheet}}» کې دی. هغه شیټ ښکاره کړئ، فایل ذخیره کړئ او بیا یې انتخاب کړئ",
  'On the sheet "{{sheet}}", {{said:misplaced}}. The columns C to L must be: {{said:columns}}':
    "په شیټ «{{sheet}}» کې {{said:misplaced}}. له C تر L پورې ستونونه باید دا وي: {{said:columns}}",
  "No hawala list was found in the file. The columns C to L must be headed: {{said:columns}}":
    "په فایل کې د حوالو لېست ونه موندل شو. له C تر L پورې د ستونونو سرلیکونه باید دا وي: {{said:columns}}",

  "the row is hidden in the sheet": "دا کرښه په شیټ کې پټه ده",
  "{{said:field}} is missing": "{{said:field}} نشته",
  "{{said:field}} holds the error {{error}}": "{{said:field}} د {{error}} تېروتنه لري",
  "{{said:field}} is no number": "{{said:field}} عدد نه دی",
  '{{said:field}} "{{text}}" is no number': "{{said:field}} «{{text}}» عدد نه دی",
  "{{said:field}} is a date; give the cell another format and type the value again":
    "{{said:field}} نېټه ده؛ د خانې بڼه بدله کړئ او ارزښت بیا ولیکئ",
  "{{said:field}} is TRUE or FALSE": "{{said:field}} TRUE یا FALSE دی",
  "{{said:field}} is a formula without a stored result; calculate the sheet, save it and send it again":
    "{{said:field}} بې نتیجې فورمول دی؛ شیټ محاسبه او ذخیره کړئ او بیا یې ولېږئ",
  "{{said:field}} is longer than {{most}} characters": "{{said:field}} له {{most}} تورو څخه اوږد دی",
  '{{said:field}} "{{text}}" is no whole number': "{{said:field}} «{{text}}» پوره عدد نه دی",
  "{{said:field}} has more digits than a number cell holds; type it as text":
    "{{said:field}} دومره رقمونه لري چې د عدد په خانه کې نه ځایېږي؛ د متن په بڼه یې ولیکئ",
  '{{said:field}} "{{text}}" holds neither letters nor digits': "{{said:field}} «{{text}}» نه توري لري او نه رقمونه",
  '{{said:field}} "{{text}}" is the word of a total; type the number, or empty the row':
    "{{said:field}} «{{text}}» د ټول مبلغ کلمه ده؛ نمبر ولیکئ، یا کرښه خالي کړئ",
  '{{said:field}} "{{text}}" is unknown': "{{said:field}} «{{text}}» نه پېژندل کېږي",
  "{{said:field}} {{code}} is not active": "{{said:field}} {{code}} فعال نه دي",
  "{{said:field}} is too large": "{{said:field}} ډېر لوی دی",
  "{{said:field}} is zero": "{{said:field}} صفر دی",
  "{{said:field}} is zero or too small": "{{said:field}} صفر یا ډېر کوچنی دی",
  "{{said:field}} is below zero": "{{said:field}} له صفره کم دی",
  "{{said:field}} is the value of a merged cell and counts for each of its rows":
    "{{said:field}} د یوې یوځای شوې خانې ارزښت دی او د هغې د هرې کرښې لپاره حسابېږي",
  '{{said:field}} "{{text}}" is no currency': "{{said:field}} «{{text}}» اسعار نه دي",
  '{{said:field}} "{{text}}" can be read in more than one way; use a point before the decimals':
    "{{said:field}} «{{text}}» په څو ډوله لوستل کېدای شي؛ له اعشاریې مخکې نقطه ولیکئ",
  '{{said:field}} names "{{text}}", which is no currency': "په {{said:field}} کې «{{text}}» لیکل شوي، چې اسعار نه دي",
  "{{said:field}} is in {{found}}, and {{expected}} is expected here":
    "{{said:field}} په {{found}} دی، دلته باید په {{expected}} وي",
  "{{said:field}} is {{found}}, but {{said:source}} gives {{expected}}":
    "{{said:field}} {{found}} دی، خو {{said:source}} {{expected}} کېږي",
  "{{said:field}}: none": "{{said:field}}: نه لري",
  "{{said:field}}: {{value}}": "{{said:field}}: {{value}}",
} as const;
