/** What a verification of the books finds, in Dari. */
export const verification = {
  "Audit log: seal {{seal}} stands before the first": "دفتر تفتیش: مهر {{seal}} پیش از مهر اول است",
  "Audit log: rows {{from}} to {{to}} are not what seal {{seal}} was made of":
    "دفتر تفتیش: سطرهای {{from}} تا {{to}} با مهر {{seal}} برابر نیست",
  "Audit log: row {{row}} stands where no seal reaches it": "دفتر تفتیش: سطر {{row}} جایی است که هیچ مهر به آن نمی‌رسد",

  "Day {{date}} was closed with {{counted}} {{currency}}, the books say {{book}}":
    "روز {{date}} با {{counted}} {{currency}} بسته شد، در دفترها {{book}} است",
  "Day {{date}} was closed without a count of {{currency}}, the books say {{book}}":
    "روز {{date}} بدون شمارش {{currency}} بسته شد، در دفترها {{book}} است",
  "Day {{date}}: the difference of {{amount}} {{currency}} is not booked":
    "روز {{date}}: تفاوت {{amount}} {{currency}} ثبت نشده است",
  "The close {{id}} of {{date}} is not what was audited": "بستن {{id}} روز {{date}} با دفتر تفتیش برابر نیست",

  "Hawala {{id}} is {{said:status}} with {{count}} live transactions":
    "حوالهٔ {{id}} «{{said:status}}» است و {{count}} معاملهٔ برقرار دارد",
  "Transaction {{id}}: there is no hawala {{hawala}}": "معاملهٔ {{id}}: حوالهٔ {{hawala}} وجود ندارد",
  "Transaction {{id}}: a {{said:type}} with a hawala": "معاملهٔ {{id}}: {{said:type}} با حواله",
  "Transaction {{id}}: a {{said:type}} without a hawala": "معاملهٔ {{id}}: {{said:type}} بدون حواله",
  "Hawala {{id}}: the transaction {{transaction}} does not carry it": "حوالهٔ {{id}}: معاملهٔ {{transaction}} با آن برابر نیست",
  "Hawala {{id}}: its state is not the one last audited": "حوالهٔ {{id}}: وضع آن با آخرین ثبت دفتر تفتیش برابر نیست",
  "Hawala {{id}}: what it was before its first change is not what was imported":
    "حوالهٔ {{id}}: آنچه پیش از اولین تغییر بود با آنچه وارد شد برابر نیست",
  "Hawala {{id}}: {{count}} of {{all}} versions are in the audit log":
    "حوالهٔ {{id}}: {{count}} نسخه از {{all}} نسخه در دفتر تفتیش است",
  "Import {{id}}: what it imported is not what was audited": "دستهٔ {{id}}: آنچه وارد شد با دفتر تفتیش برابر نیست",
  "Import {{id}}: its undoing is not what was audited": "دستهٔ {{id}}: برگشت آن با دفتر تفتیش برابر نیست",
  "Hawala {{id}}: {{key}} is not the key of its number {{number}}": "حوالهٔ {{id}}: {{key}} کلید نمبر {{number}} آن نیست",
  "Hawalas of {{date}}, {{said:direction}}, {{said:status}}: counted {{counted}}, rows {{rows}}":
    "حواله‌های {{date}}، {{said:direction}}، {{said:status}}: شمارش {{counted}}، سطر {{rows}}",
  "Import {{id}}: {{count}} of its {{all}} hawalas are there": "دستهٔ {{id}}: {{count}} حواله از {{all}} حوالهٔ آن موجود است",
  "Hawala number {{number}} was passed over": "از نمبر حوالهٔ {{number}} گذشته شده است",
  "Hawala {{id}}: the papers of its payout {{payout}} are not those that were audited":
    "حوالهٔ {{id}}: اسناد پرداخت {{payout}} با دفتر تفتیش برابر نیست",
  "Hawala {{id}}: the papers of its payout {{payout}} belong to another one":
    "حوالهٔ {{id}}: اسناد پرداخت {{payout}} از حوالهٔ دیگری است",

  "Position in {{currency}} on {{date}}: stored {{stored}}, its account moved {{moved}}, its deals {{deals}}":
    "موقف {{currency}} در {{date}}: ثبت {{stored}}، گردش حساب {{moved}}، سوداها {{deals}}",
  "Positions cost {{cost}}, their deals realised {{realised}}":
    "قیمت تمام‌شد موقف‌ها {{cost}} است، مفاد حاصل‌شدهٔ سوداهای آن‌ها {{realised}}",
  "Position in currency {{currency}} on {{date}}: the people of the day do not come to it":
    "موقف اسعار {{currency}} در {{date}}: با مجموع اشخاص روز برابر نیست",
  "Position in {{currency}}: stored {{stored}}, the account holds {{held}}":
    "موقف {{currency}}: ثبت {{stored}}، حساب {{held}} دارد",

  "Settlement {{id}}: its entry {{entry}} does not move the partner's account":
    "تصفیهٔ {{id}}: معاملهٔ {{entry}} حساب همکار را تغییر نمی‌دهد",
  "Settlement {{id}}: transaction {{transaction}}, up to which it goes, is none of a hawala":
    "تصفیهٔ {{id}}: معاملهٔ {{transaction}}، که تا آن می‌رسد، از حواله نیست",
  "Settlement {{id}}: it is not what was audited": "تصفیهٔ {{id}}: با دفتر تفتیش برابر نیست",

  "Currency {{currency}}: debits {{debits}} are not credits {{credits}}":
    "اسعار {{currency}}: بنام {{debits}} با جمع {{credits}} برابر نیست",
  "Balance of account {{account}} in currency {{currency}}: stored {{debits}}/{{credits}}, postings {{ownDebits}}/{{ownCredits}}":
    "بیلانس حساب {{account}} به اسعار {{currency}}: ثبت {{debits}}/{{credits}}، معاملات {{ownDebits}}/{{ownCredits}}",
  "Day {{date}} of account {{account}} in currency {{currency}}: stored {{debits}}/{{credits}}, postings {{ownDebits}}/{{ownCredits}}":
    "روز {{date}} حساب {{account}} به اسعار {{currency}}: ثبت {{debits}}/{{credits}}، معاملات {{ownDebits}}/{{ownCredits}}",
  "Account {{account}} in currency {{currency}}: balance row and holding do not go together":
    "حساب {{account}} به اسعار {{currency}}: سطر بیلانس با اسعار حساب برابر نیست",
  "Journal {{id}} is not the mirror of journal {{other}}": "سطر ژورنال {{id}} برگشت سطر {{other}} نیست",
  "Journal {{id}}/{{line}} of account {{account}}: what was reversed and what is listed differ":
    "سطر ژورنال {{id}}/{{line}} حساب {{account}}: آنچه برگشت شد و آنچه در لست است فرق دارد",
  "Transaction {{id}}: {{count}} journal rows stand unreversed": "معاملهٔ {{id}}: {{count}} سطر ژورنال بدون برگشت مانده است",
  "Transaction {{id}}: it names journal {{named}}, its last one is {{last}}":
    "معاملهٔ {{id}}: از سطر ژورنال {{named}} نام می‌برد، آخرین آن {{last}} است",
  "Journal {{id}}: its lines are {{from}} to {{to}}, there are {{count}}":
    "سطر ژورنال {{id}}: خط‌های آن از {{from}} تا {{to}} است، تعداد {{count}} است",
  "Journal {{id}} belongs to no transaction": "سطر ژورنال {{id}} از هیچ معامله نیست",
  "Journal {{id}} was recorded by nobody": "سطر ژورنال {{id}} را کسی ثبت نکرده است",
  "Posting {{id}}/{{line}} belongs to no journal row": "ثبت {{id}}/{{line}} از هیچ سطر ژورنال نیست",
  "Journal {{id}}: who recorded it, or when, is not what was audited":
    "سطر ژورنال {{id}}: ثبت‌کننده یا وقت آن با دفتر تفتیش برابر نیست",
  "Transaction {{id}}: its postings do not carry it": "معاملهٔ {{id}}: ثبت‌های آن با آن برابر نیست",
  "Transaction {{id}}: its state is not the one last audited": "معاملهٔ {{id}}: وضع آن با آخرین ثبت دفتر تفتیش برابر نیست",
  "Transaction {{id}}: what it was before its first correction is not what was recorded":
    "معاملهٔ {{id}}: آنچه پیش از اولین تصحیح بود با آنچه ثبت شد برابر نیست",
  "Transaction {{id}}: {{count}} of {{all}} versions are in the audit log":
    "معاملهٔ {{id}}: {{count}} نسخه از {{all}} نسخه در دفتر تفتیش است",
  "Account code {{code}} of the series from {{start}} was passed over": "از کود حساب {{code}} سلسلهٔ {{start}} گذشته شده است",
  "Account code {{code}} was passed over": "از کود حساب {{code}} گذشته شده است",
} as const;
