import { useQuery, type QueryClient } from "@tanstack/react-query";

import { balancesByCode, mostCodesAtOnce } from "#contract/balances.ts";
import {
  createAccountNumberSetting,
  getBusinessSettings,
  listAccountNumberSettings,
  updateAccountNumberSetting,
  updateBusinessSettings,
  type AccountNumberSetting,
} from "#contract/settings.ts";
import { call } from "#web/lib/api.ts";
import { nounsChanged, nounsOf, queryKeys, read } from "#web/lib/query.ts";
import { bodySchema } from "#web/ui/entry/form-resolver.ts";

/** All number settings, read anew when the screen opens. */
export function useFreshNumbers() {
  return useQuery({ ...read(listAccountNumberSettings), refetchOnMount: "always" });
}

/** A number setting as it is stored now, past the cache. Refuses one that is gone. */
export async function fetchNumber(client: QueryClient, id: number): Promise<AccountNumberSetting> {
  const settings = await client.fetchQuery({ ...read(listAccountNumberSettings), staleTime: 0 });
  const setting = settings.find((candidate) => candidate.id === id);
  if (setting === undefined) throw new Error(`Number setting ${String(id)} is gone`);
  return setting;
}

/** The business settings, read anew when the screen opens: an edit must not begin from a stale copy. */
export function useFreshBusinessSettings() {
  return useQuery({ ...read(getBusinessSettings), refetchOnMount: "always" });
}

/** Lets every screen see new settings: nearly all of them work by some, and a currency is in use by its number setting. */
export function settingsStored(client: QueryClient): void {
  void nounsChanged(client, nounsOf.settings);
}

/** The accounts that have these codes. */
export function useAccountsByCode(codes: readonly string[]) {
  const asked = [...new Set(codes.map((code) => code.trim()).filter((code) => code !== ""))];
  return useQuery({
    queryKey: [...queryKeys.noun("balances"), "by code", asked],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(asked.length / mostCodesAtOnce) }, (_, index) =>
        asked.slice(index * mostCodesAtOnce, (index + 1) * mostCodesAtOnce),
      );
      const found = await Promise.all(parts.map((accountCodes) => call(balancesByCode, { body: { accountCodes }, signal })));
      return { balances: found.flatMap(({ balances }) => balances), unknown: found.flatMap(({ unknown }) => unknown) };
    },
    enabled: asked.length > 0,
  });
}

/** The rules of the forms: those of the calls. */
export const creationSchema = bodySchema(createAccountNumberSetting);
export const editSchema = bodySchema(updateAccountNumberSetting);
export const businessSchema = bodySchema(updateBusinessSettings);
