/** What a verification of the books finds, in Pashto. */
export const verification = {
  "Audit log: seal {{seal}} stands before the first": "د تفتیش دفتر: مهر {{seal}} تر لومړي مهر مخکې دی",
  "Audit log: rows {{from}} to {{to}} are not what seal {{seal}} was made of":
    "د تفتیش دفتر: له {{from}} تر {{to}} پورې کرښې له مهر {{seal}} سره برابرې نه دي",
  "Audit log: row {{row}} stands where no seal reaches it": "د تفتیش دفتر: کرښه {{row}} داسې ځای کې ده چې هېڅ مهر ورته نه رسېږي",

  "Day {{date}} was closed with {{counted}} {{currency}}, the books say {{book}}":
    "ورځ {{date}} په {{counted}} {{currency}} وتړل شوه، په دفترونو کې {{book}} دي",
  "Day {{date}} was closed without a count of {{currency}}, the books say {{book}}":
    "ورځ {{date}} د {{currency}} له شمېرلو پرته وتړل شوه، په دفترونو کې {{book}} دي",
  "Day {{date}}: the difference of {{amount}} {{currency}} is not booked":
    "ورځ {{date}}: د {{amount}} {{currency}} توپیر ثبت شوی نه دی",
  "The close {{id}} of {{date}} is not what was audited": "د {{date}} ورځې تړل {{id}} د تفتیش له دفتر سره برابر نه دي",

  "Hawala {{id}} is {{said:status}} with {{count}} live transactions":
    "حواله {{id}} «{{said:status}}» ده او {{count}} معاملې یې حذف شوې نه دي",
  "Transaction {{id}}: there is no hawala {{hawala}}": "معامله {{id}}: حواله {{hawala}} نشته",
  "Transaction {{id}}: a {{said:type}} with a hawala": "معامله {{id}}: {{said:type}} له حوالې سره",
  "Transaction {{id}}: a {{said:type}} without a hawala": "معامله {{id}}: {{said:type}} بې حوالې",
  "Hawala {{id}}: the transaction {{transaction}} does not carry it": "حواله {{id}}: معامله {{transaction}} ورسره برابره نه ده",
  "Hawala {{id}}: its state is not the one last audited": "حواله {{id}}: حالت یې د تفتیش د دفتر له وروستي ثبت سره برابر نه دی",
  "Hawala {{id}}: what it was before its first change is not what was imported":
    "حواله {{id}}: هغه څه چې تر لومړي بدلون مخکې وو، له هغه سره برابر نه دي چې وارد شول",
  "Hawala {{id}}: {{count}} of {{all}} versions are in the audit log":
    "حواله {{id}}: له {{all}} نسخو یې {{count}} د تفتیش په دفتر کې شته",
  "Import {{id}}: what it imported is not what was audited": "ډله {{id}}: هغه څه چې وارد شول، د تفتیش له دفتر سره برابر نه دي",
  "Import {{id}}: its undoing is not what was audited": "ډله {{id}}: بېرته ګرځول یې د تفتیش له دفتر سره برابر نه دي",
  "Hawala {{id}}: {{key}} is not the key of its number {{number}}": "حواله {{id}}: {{key}} د دې د نمبر {{number}} کیلي نه ده",
  "Hawalas of {{date}}, {{said:direction}}, {{said:status}}: counted {{counted}}, rows {{rows}}":
    "د {{date}} حوالې، {{said:direction}}، {{said:status}}: شمېر {{counted}}، کرښې {{rows}}",
  "Import {{id}}: {{count}} of its {{all}} hawalas are there": "ډله {{id}}: له {{all}} حوالو یې {{count}} شته",
  "Hawala number {{number}} was passed over": "د حوالې نمبر {{number}} په سلسله کې نشته",
  "Hawala {{id}}: the papers of its payout {{payout}} are not those that were audited":
    "حواله {{id}}: د دې د ورکړې {{payout}} اسناد د تفتیش له دفتر سره برابر نه دي",
  "Hawala {{id}}: the papers of its payout {{payout}} belong to another one":
    "حواله {{id}}: د دې د ورکړې {{payout}} اسناد د بلې حوالې دي",

  "Position in {{currency}} on {{date}}: stored {{stored}}, its account moved {{moved}}, its deals {{deals}}":
    "د {{currency}} موقف په {{date}} نېټه: ثبت {{stored}}، د حساب بدلون {{moved}}، سوداوې {{deals}}",
  "Positions cost {{cost}}, their deals realised {{realised}}":
    "موقفونه په اوسط قیمت {{cost}} دي، د هغوی د سوداوو ترلاسه شوې ګټه {{realised}} ده",
  "Position in currency {{currency}} on {{date}}: the people of the day do not come to it":
    "د اسعارو {{currency}} موقف په {{date}} نېټه: د ورځې د کسانو له مجموعې سره برابر نه دی",
  "Position in {{currency}}: stored {{stored}}, the account holds {{held}}":
    "د {{currency}} موقف: ثبت {{stored}}، حساب {{held}} لري",

  "Settlement {{id}}: its entry {{entry}} does not move the partner's account":
    "تصفیه {{id}}: معامله {{entry}} د همکار حساب نه بدلوي",
  "Settlement {{id}}: transaction {{transaction}}, up to which it goes, is none of a hawala":
    "تصفیه {{id}}: معامله {{transaction}}، چې تصفیه تر هغې رسېږي، د حوالې نه ده",
  "Settlement {{id}}: it is not what was audited": "تصفیه {{id}}: د تفتیش له دفتر سره برابره نه ده",

  "Currency {{currency}}: debits {{debits}} are not credits {{credits}}":
    "اسعار {{currency}}: بنام {{debits}} له جمع {{credits}} سره برابر نه دی",
  "Balance of account {{account}} in currency {{currency}}: stored {{debits}}/{{credits}}, postings {{ownDebits}}/{{ownCredits}}":
    "د حساب {{account}} بیلانس په اسعارو {{currency}}: ثبت {{debits}}/{{credits}}، معاملې {{ownDebits}}/{{ownCredits}}",
  "Day {{date}} of account {{account}} in currency {{currency}}: stored {{debits}}/{{credits}}, postings {{ownDebits}}/{{ownCredits}}":
    "د حساب {{account}} ورځ {{date}} په اسعارو {{currency}}: ثبت {{debits}}/{{credits}}، معاملې {{ownDebits}}/{{ownCredits}}",
  "Account {{account}} in currency {{currency}}: balance row and holding do not go together":
    "حساب {{account}} په اسعارو {{currency}}: د بیلانس کرښه د حساب له اسعارو سره برابره نه ده",
  "Journal {{id}} is not the mirror of journal {{other}}": "د ژورنال کرښه {{id}} د کرښې {{other}} معکوسه بڼه نه ده",
  "Journal {{id}}/{{line}} of account {{account}}: what was reversed and what is listed differ":
    "د حساب {{account}} د ژورنال کرښه {{id}}/{{line}}: هغه څه چې بېرته وګرځول شول او هغه چې په لېست کې دي، توپیر لري",
  "Transaction {{id}}: {{count}} journal rows stand unreversed": "معامله {{id}}: د ژورنال {{count}} کرښې بېرته نه دي ګرځول شوې",
  "Transaction {{id}}: it names journal {{named}}, its last one is {{last}}":
    "معامله {{id}}: د ژورنال د کرښې {{named}} نوم اخلي، وروستۍ کرښه یې {{last}} ده",
  "Journal {{id}}: its lines are {{from}} to {{to}}, there are {{count}}":
    "د ژورنال کرښه {{id}}: لیکې یې له {{from}} تر {{to}} پورې دي، شمېر یې {{count}} دی",
  "Journal {{id}} belongs to no transaction": "د ژورنال کرښه {{id}} د هېڅ معاملې نه ده",
  "Journal {{id}} was recorded by nobody": "د ژورنال کرښه {{id}} هېچا نه ده ثبت کړې",
  "Posting {{id}}/{{line}} belongs to no journal row": "ثبت {{id}}/{{line}} د ژورنال د هېڅ کرښې نه دی",
  "Journal {{id}}: who recorded it, or when, is not what was audited":
    "د ژورنال کرښه {{id}}: ثبتوونکی یا وخت یې د تفتیش له دفتر سره برابر نه دی",
  "Transaction {{id}}: its postings do not carry it": "معامله {{id}}: ثبتونه یې ورسره برابر نه دي",
  "Transaction {{id}}: its state is not the one last audited":
    "معامله {{id}}: حالت یې د تفتیش د دفتر له وروستي ثبت سره برابر نه دی",
  "Transaction {{id}}: what it was before its first correction is not what was recorded":
    "معامله {{id}}: هغه څه چې تر لومړي تصحیح مخکې وو، له هغه سره برابر نه دي چې ثبت شول",
  "Transaction {{id}}: {{count}} of {{all}} versions are in the audit log":
    "معامله {{id}}: له {{all}} نسخو یې {{count}} د تفتیش په دفتر کې شته",
  "Account code {{code}} of the series from {{start}} was passed over": "د حساب کوډ {{code}} د {{start}} په سلسله کې نشته",
  "Account code {{code}} was passed over": "د حساب کوډ {{code}} په سلسله کې نشته",
} as const;
