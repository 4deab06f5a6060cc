import { accounts } from "./en/accounts.ts";
import { auth } from "./en/auth.ts";
import { common } from "./en/common.ts";
import { dashboard } from "./en/dashboard.ts";
import { shell } from "./en/shell.ts";
import { transactions } from "./en/transactions.ts";
import { ui } from "./en/ui.ts";

/** The English catalogue: one namespace per noun. */
export const en = { accounts, auth, common, dashboard, shell, transactions, ui } as const;
