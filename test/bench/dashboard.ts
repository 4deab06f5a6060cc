import { addDays, type BusinessDate } from "#kernel/business-date.ts";

import { ask, gets } from "./asked.ts";
import { size, type LargeOffice } from "./large-office.ts";
import type { LoadRequest } from "./load.ts";
import type { Row } from "./rows.ts";

const goalMs = 60;

interface Question {
  readonly name: string;
  readonly path: string;
  readonly body?: string;
}

/** Asks an office of 1,000,000 hawalas all that its dashboards ask. */
export async function measureDashboard({ url, cookie, operatorCookie, today }: LargeOffice): Promise<readonly Row[]> {
  const asked = [
    ...questions(today).map((question) => ({ role: "admin", cookie, question })),
    ...questions(today).map((question) => ({ role: "operator", cookie: operatorCookie, question })),
    ...earlierCalls(today).map((question) => ({ role: "admin", cookie, question })),
  ];
  const measured: Row[] = [];
  for (const { role, cookie: own, question } of asked) {
    const name = `${question.name} (${role}), ${size.hawalas.toLocaleString("en-US")} hawalas`;
    measured.push(await ask(url, { name, requests: requestOf(own, question), goalMs }));
  }
  return measured;
}

function requestOf(cookie: string, { path, body }: Question): readonly LoadRequest[] {
  if (body === undefined) return gets(cookie, [path]);
  return [{ method: "POST", path, headers: { cookie, "content-type": "application/json" }, body }];
}

/** Any date filter: none, open at one end, short, long, without a row. */
function periods(today: BusinessDate): Readonly<Record<string, string>> {
  const day = (before: number): string => addDays(today, -before);
  return {
    "no filter": "",
    today: `fromDate=${day(0)}&toDate=${day(0)}`,
    "a month": `fromDate=${day(60)}&toDate=${day(30)}`,
    "a year": `fromDate=${day(500)}&toDate=${day(135)}`,
    "from a day on": `fromDate=${day(700)}`,
    "up to a day": `toDate=${day(200)}`,
    "a century": "fromDate=2000-01-01&toDate=2099-12-31",
    "a day without a hawala": "fromDate=2001-01-01&toDate=2001-01-01",
  };
}

function questions(today: BusinessDate): readonly Question[] {
  const list = "/api/dashboard/hawalas?limit=50";
  const filters = ["total", "pending", "passed", "cancelled", "today"];
  return [
    ...Object.entries(periods(today)).map(([name, query]) => ({ name: `dashboard, ${name}`, path: `/api/dashboard?${query}` })),
    ...filters.map((filter) => ({ name: `list of ${filter}`, path: `${list}&filter=${filter}` })),
    { name: "list of passed, a month", path: `${list}&filter=passed&${periods(today)["a month"] ?? ""}` },
    ...["hotakzad", "L-4711", "pkr", "cancelled", "Xq Noorzad", "zqwxy"].map((q) => ({
      name: `list of all, searched: ${q}`,
      path: `${list}&q=${encodeURIComponent(q)}`,
    })),
    { name: "list of today, searched", path: `${list}&filter=today&q=hotakzad` },
  ];
}

/** The calls of the specification that the dashboard of earlier clients is made of. */
function earlierCalls(today: BusinessDate): readonly Question[] {
  const ofPeriods = Object.entries(periods(today)).flatMap(([name, query]) =>
    ["/api/hawala-details", "/api/transactions/passed-hawala", "/api/hawala-total-usd", "/api/hawala-totals"].map((path) => ({
      name: `${path}, ${name}`,
      path: `${path}?${query}${path.includes("total") ? "" : "&limit=100"}`,
    })),
  );
  const others = ["/api/sherullah-balance", "/api/cash-shop-balance", "/api/accounts/11/balances", "/api/transactions?limit=100"];
  return [
    ...ofPeriods,
    ...[...others, "/api/hawala/recent", "/api/verification"].map((path) => ({ name: path, path })),
    {
      name: "/api/account-balances",
      path: "/api/account-balances",
      body: JSON.stringify({ accountCodes: ["2001", "11", "1007"] }),
    },
  ];
}
