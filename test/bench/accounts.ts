import { ask, gets } from "./asked.ts";
import { size, type LargeOffice } from "./large-office.ts";
import type { Row } from "./rows.ts";

const goalMs = 40;

const picker = "status=active&limit=50";
const page = "limit=50";

/** What the list and the picker ask, the rare and the frequent; each is a row of the table. */
const questions: readonly { readonly name: string; readonly query: string }[] = [
  { name: "list, first page", query: page },
  { name: "list, by status, type and currency", query: `${page}&status=active&type=customer&currencyId=3` },
  { name: "list, a rare status and type", query: `${page}&status=closed&type=hawala_partner` },
  { name: "list, one letter", query: `${page}&q=a` },
  { name: "list, two letters", query: `${page}&q=no` },
  { name: "list, a part of a code", query: `${page}&q=0123` },
  { name: "list, a name that thousands have", query: `${page}&q=ahmad` },
  { name: "list, name, family and father", query: `${page}&q=ahmad+noori+najib` },
  { name: "list, in Arabic letters", query: `${page}&q=${encodeURIComponent("كريم صافي")}` },
  { name: "list, a telephone", query: `${page}&q=007919` },
  { name: "list, a tazkira", query: `${page}&q=1402-` },
  { name: "list, found nowhere", query: `${page}&q=xyzzy` },
  { name: "picker, just opened", query: picker },
  { name: "picker, one digit", query: `${picker}&q=2` },
  { name: "picker, two letters", query: `${picker}&q=${encodeURIComponent("اح")}` },
  { name: "picker, a whole code", query: `${picker}&q=300002` },
  { name: "picker, a name that thousands have", query: `${picker}&q=${encodeURIComponent("محمد")}` },
  { name: "picker, name and family", query: `${picker}&q=farida+bar` },
  { name: "picker, found nowhere", query: `${picker}&q=zzq` },
];

/** Asks a house of 50,000 accounts everything its list and its pickers ask. */
export async function measureAccounts({ url, cookie }: LargeOffice): Promise<readonly Row[]> {
  const of = `${size.accounts.toLocaleString("en-US")} accounts`;
  const measured: Row[] = [];
  for (const { name, query } of [...questions, await deepPage(url, cookie)])
    measured.push(
      await ask(url, { name: `accounts: ${name}, ${of}`, requests: gets(cookie, [`/api/accounts?${query}`]), goalMs }),
    );
  return measured;
}

/** A page from the middle of the whole list. */
async function deepPage(url: string, cookie: string): Promise<(typeof questions)[number]> {
  let cursor = "";
  for (let pages = 0; pages < 5; pages++) {
    const answer = await fetch(`${url}/api/accounts?limit=5000&balances=false&cursor=${cursor}`, { headers: { cookie } });
    cursor = answer.headers.get("x-next-cursor") ?? "";
  }
  return { name: "list, a page from the middle", query: `${page}&cursor=${cursor}` };
}
