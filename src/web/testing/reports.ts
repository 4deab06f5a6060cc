import type { AccountBalancesReport, OwnerReport, TrialBalance } from "#contract/report-balances.ts";
import type { AccountStatement, ReportAccount, StatementEntry } from "#contract/reports.ts";

/** The accounts of reports in component tests. */
const farid: ReportAccount = { id: 102, code: "2002", name: "Farid Noori", type: "customer", isSystem: false };
export const cashBox: ReportAccount = { id: 11, code: "11", name: "Cash at Shop", type: "company", isSystem: false };
export const positionUsd: ReportAccount = {
  id: 22,
  code: "POSITION-USD",
  name: "Currency Position USD",
  type: "business",
  isSystem: true,
};

let written = 0;

/** An entry of a statement; say what matters for the test. */
export function statementEntry(given: Partial<StatementEntry>): StatementEntry {
  written += 1;
  return {
    transactionId: 7,
    transType: "Credit",
    journalId: String(written),
    line: 1,
    businessDate: "2026-03-10",
    recordedAt: "2026-03-10T09:30:00.000Z",
    recordedBy: "amina",
    counterAccount: cashBox,
    narrative: "Deposit",
    debit: null,
    credit: "1000.00",
    balance: "1000.00",
    exchanged: null,
    state: "standing",
    isDeleted: false,
    ...given,
  };
}

/** A statement with a deposit and a deal. */
export function statementOf(given: Partial<AccountStatement> = {}): AccountStatement {
  return {
    account: farid,
    currencyId: 2,
    currency: "USD",
    holdings: [
      { currencyId: 2, currency: "USD", balance: "-50.00" },
      { currencyId: 1, currency: "AFN", balance: "20940.00" },
    ],
    fromDate: "2026-02-19",
    toDate: null,
    opening: "250.00",
    closing: "-50.00",
    debits: "1300.00",
    credits: "1000.00",
    hasCorrected: false,
    entries: [
      statementEntry({ balance: "1250.00" }),
      statementEntry({
        transactionId: 8,
        transType: "Exchange",
        businessDate: "2026-03-12",
        narrative: "",
        debit: "1300.00",
        credit: null,
        balance: "-50.00",
        exchanged: { amount: "90740.00", currency: "AFN", rate: "69.80000000" },
      }),
    ],
    nextCursor: null,
    ...given,
  };
}

export const balancesReply: AccountBalancesReport = {
  asOf: "2026-03-21",
  rows: [
    { account: cashBox, currencyId: 2, currency: "USD", balance: "1500.00", isSpent: false },
    { account: farid, currencyId: 2, currency: "USD", balance: "-50.00", isSpent: false },
  ],
  totals: [{ currencyId: 2, currency: "USD", balances: 2, held: "1500.00", spent: "0.00", owesUs: "50.00", weOwe: "0.00" }],
  nextCursor: null,
};

export const trialReply: TrialBalance = {
  asOf: "2026-03-21",
  rows: [
    { account: cashBox, currencyId: 2, currency: "USD", debit: "1500.00", credit: null },
    { account: positionUsd, currencyId: 2, currency: "USD", debit: null, credit: "1500.00" },
  ],
  totals: [{ currencyId: 2, currency: "USD", balances: 2, debits: "1500.00", credits: "1500.00", difference: "0.00" }],
  nextCursor: null,
};

export const ownerReply: OwnerReport = {
  today: "2026-03-21",
  yesterday: "2026-03-20",
  baseCurrency: "USD",
  cashAccountId: 11,
  expenseAccounts: [],
  rows: [
    {
      currencyId: 1,
      currency: "AFN",
      rate: "70.00000000",
      cash: "7000.00",
      banks: "0.00",
      owedToUs: "1400.00",
      owedByUs: "600.00",
      inTransit: "100.00",
      pendingHawalas: "700.00",
      netWorth: "7000.00",
      inBase: "100.00",
      change: "-70.00",
      spent: "0.00",
    },
  ],
  netWorth: "100.00",
  yesterdayNetWorth: "98.00",
  change: "2.00",
  changeByRates: "3.00",
};

/** The same of an office that has named two expense accounts. */
export const spendingOwner: OwnerReport = {
  ...ownerReply,
  expenseAccounts: [
    { ...cashBox, id: 105, code: "1002", name: "Rent" },
    { ...cashBox, id: 106, code: "1003", name: "Salaries" },
  ],
  rows: ownerReply.rows.map((row) => ({ ...row, spent: "2100.00" })),
};
