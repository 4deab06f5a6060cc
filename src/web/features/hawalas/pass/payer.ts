import { useBranches } from "#web/features/hawalas/branch-picker.tsx";
import { useOffice } from "#web/lib/session.ts";
import { accountLabel } from "#web/ui/account/account-label.ts";
import { useAccount } from "#web/ui/account/account-search.ts";

/** How the account that paid is called: the cash box or a branch by code and name, anything else by its code alone. */
export function usePayerLabel(code: string | null): string | null {
  const cash = useAccount(useOffice().cashAccountId);
  const { data: branches = [] } = useBranches();
  if (cash?.accountCode === code) return accountLabel(cash);
  const branch = branches.find(({ accountCode }) => accountCode === code);
  return branch === undefined ? code : accountLabel(branch);
}
