/**
 * Where every page of the product lives: the one place that writes an address. The patterns with `$id` are for
 * `routes.tsx`; whoever links to a page calls the builder.
 */
export const paths = {
  home: "/",
  dashboard: "/dashboard",
  newAccount: "/accounts/new",
  accounts: "/accounts/edit",
  viewAccount: (id: number) => `/accounts/view/${String(id)}`,
  editAccount: (id: number) => `/accounts/edit/${String(id)}`,
  transfer: "/transactions/transfer",
  debit: "/transactions/debit",
  credit: "/transactions/credit",
} as const;

/** The patterns of the pages whose address carries an id. */
export const patterns = {
  viewAccount: "/accounts/view/$id",
  editAccount: "/accounts/edit/$id",
} as const;
