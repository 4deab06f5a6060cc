/** What is found in a partner's sheet, in Dari: why a file cannot be read, and what is wrong with its cells. */
export const sheets = {
  "Invalid File Type: Please select an Excel file (.xls, .xlsx) or OpenDocument Spreadsheet (.ods)":
    "نوع فایل درست نیست: یک فایل اکسل (\u2066.xls\u2069 یا \u2066.xlsx\u2069) یا فایل \u2066.ods\u2069 انتخاب کنید",
  "The file is larger than 10 MB. Divide the list into several files":
    "فایل از 10 میگابایت بزرگ‌تر است. لست را به چند فایل تقسیم کنید",
  "The file is empty": "فایل خالی است",
  "The file is a web page with the name of a spreadsheet. Open it in your spreadsheet program, save it as an Excel workbook (.xlsx) and choose that file":
    "این فایل یک صفحهٔ وب به نام فایل اکسل است. آن را در برنامهٔ اکسل باز کنید، به شکل .xlsx ذخیره کنید و همان فایل را انتخاب کنید",
  "The file is a text with the name of a spreadsheet. Open it in your spreadsheet program, save it as an Excel workbook (.xlsx) and choose that file":
    "این فایل یک متن (مانند .csv) به نام فایل اکسل است. آن را در برنامهٔ اکسل باز کنید، به شکل .xlsx ذخیره کنید و همان فایل را انتخاب کنید",
  "A binary workbook (.xlsb) cannot be read. Save it as an Excel workbook (.xlsx) and choose that file":
    "فایل .xlsb خوانده نمی‌شود. آن را به شکل .xlsx ذخیره کنید و همان فایل را انتخاب کنید",
  "The file is too large or too complicated to be read. Copy the list alone into a new workbook and choose that file":
    "فایل برای خواندن بسیار بزرگ یا پیچیده است. تنها لست را در یک فایل جدید کاپی کنید و همان را انتخاب کنید",
  "The reading was given up": "خواندن فایل قطع شد",
  "One of your files is waiting to be read already. Choose the next one when it has been":
    "یک فایل شما هنوز در نوبت خواندن است. پس از آن فایل بعدی را انتخاب کنید",
  "Too many files are being read at once. Try again in a moment": "در یک وقت فایل‌های زیاد خوانده می‌شود. کمی بعد دوباره کوشش کنید",
  "The file is damaged or incomplete. Ask for it again, or open it, save it anew and choose that file":
    "فایل خراب یا ناتمام است. آن را دوباره بخواهید، یا باز کنید، از نو ذخیره کنید و همان فایل را انتخاب کنید",
  "The file is protected with a password. Open it, save it without a password and choose that file":
    "فایل رمز دارد. آن را باز کنید، بدون رمز ذخیره کنید و همان فایل را انتخاب کنید",
  "The file holds too many parts to be a list": "فایل بخش‌های زیاد دارد و لست نیست",
  "The file unpacks to far more than a list needs. Copy the list into a new workbook and choose that":
    "فایل بسیار بزرگ‌تر از یک لست باز می‌شود. لست را در یک فایل جدید کاپی کنید و همان را انتخاب کنید",
  "The sheet has more merged cells than a list. Copy it into a new workbook":
    "خانه‌های یکجاشدهٔ شیت بیشتر از یک لست است. آن را در یک فایل جدید کاپی کنید",
  "The sheet has more than {{most}} rows. Divide it into several files":
    "شیت بیشتر از {{most}} سطر دارد. آن را به چند فایل تقسیم کنید",
  "Row {{row}} is a hawala above the header in row {{header}}. Move the header above it, save the file and choose it again":
    "سطر {{row}} حواله‌ای بالاتر از سطر عنوان‌ها ({{header}}) است. سطر عنوان‌ها را بالای آن ببرید، فایل را ذخیره و دوباره انتخاب کنید",
  'The list stands on the hidden sheet "{{sheet}}". Show that sheet, save the file and choose it again':
    "لست در شیت پنهان «{{sheet}}» است. آن شیت را آشکار کنید، فایل را ذخیره و دوباره انتخاب کنید",
  'On the sheet "{{sheet}}", {{said:misplaced}}. The columns C to L must be: {{said:columns}}':
    "در شیت «{{sheet}}» {{said:misplaced}}. ستون‌های C تا L باید این‌ها باشد: {{said:columns}}",
  "No hawala list was found in the file. The columns C to L must be headed: {{said:columns}}":
    "در فایل لست حواله پیدا نشد. عنوان ستون‌های C تا L باید این‌ها باشد: {{said:columns}}",

  "the row is hidden in the sheet": "این سطر در شیت پنهان است",
  "{{said:field}} is missing": "{{said:field}} خالی است",
  "{{said:field}} holds the error {{error}}": "{{said:field}} خطای {{error}} دارد",
  "{{said:field}} is no number": "{{said:field}} عدد نیست",
  '{{said:field}} "{{text}}" is no number': "{{said:field}} «{{text}}» عدد نیست",
  "{{said:field}} is a date; give the cell another format and type the value again":
    "{{said:field}} تاریخ است؛ شکل خانه را تغییر دهید و مقدار را دوباره بنویسید",
  "{{said:field}} is TRUE or FALSE": "{{said:field}} TRUE یا FALSE است",
  "{{said:field}} is a formula without a stored result; calculate the sheet, save it and send it again":
    "{{said:field}} فورمول بدون نتیجه است؛ شیت را محاسبه و ذخیره کنید و دوباره بفرستید",
  "{{said:field}} is longer than {{most}} characters": "{{said:field}} درازتر از {{most}} حرف است",
  '{{said:field}} "{{text}}" is no whole number': "{{said:field}} «{{text}}» عدد صحیح نیست",
  "{{said:field}} has more digits than a number cell holds; type it as text":
    "{{said:field}} رقم‌های بیشتر از گنجایش خانهٔ عدد دارد؛ آن را به شکل متن بنویسید",
  '{{said:field}} "{{text}}" holds neither letters nor digits': "{{said:field}} «{{text}}» حرف و رقم ندارد",
  '{{said:field}} "{{text}}" is the word of a total; type the number, or empty the row':
    "{{said:field}} «{{text}}» کلمهٔ مجموع است؛ نمبر را بنویسید، یا سطر را خالی کنید",
  '{{said:field}} "{{text}}" is unknown': "{{said:field}} «{{text}}» ناشناخته است",
  "{{said:field}} {{code}} is not active": "{{said:field}} {{code}} فعال نیست",
  "{{said:field}} is too large": "{{said:field}} بسیار بزرگ است",
  "{{said:field}} is zero": "{{said:field}} صفر است",
  "{{said:field}} is zero or too small": "{{said:field}} صفر یا بسیار کوچک است",
  "{{said:field}} is below zero": "{{said:field}} کمتر از صفر است",
  "{{said:field}} is the value of a merged cell and counts for each of its rows":
    "{{said:field}} از یک خانهٔ یکجاشده است و برای هر سطر آن حساب می‌شود",
  '{{said:field}} "{{text}}" is no currency': "{{said:field}} «{{text}}» اسعار نیست",
  '{{said:field}} "{{text}}" can be read in more than one way; use a point before the decimals':
    "{{said:field}} «{{text}}» به چند شکل خوانده می‌شود؛ پیش از اعشار نقطه بگذارید",
  '{{said:field}} names "{{text}}", which is no currency': "{{said:field}} از «{{text}}» نام می‌برد، که اسعار نیست",
  "{{said:field}} is in {{found}}, and {{expected}} is expected here":
    "{{said:field}} به {{found}} است، اینجا باید {{expected}} باشد",
  "{{said:field}} is {{found}}, but {{said:source}} gives {{expected}}":
    "{{said:field}} {{found}} است، ولی {{said:source}} می‌شود {{expected}}",
  "{{said:field}}: none": "{{said:field}}: ندارد",
  "{{said:field}}: {{value}}": "{{said:field}}: {{value}}",
} as const;
