import { z } from "zod";

import { formatQuery } from "./file.ts";
import { route } from "./route.ts";
import { transactionFilters } from "./transactions.ts";

const query = z.object({ ...formatQuery, ...transactionFilters });

export const exportTransactions = route({
  method: "GET",
  path: "/api/transactions/export",
  tag: "transactions",
  summary: "The transactions that a search finds, as a file; at most 50,000",
  access: "everyone",
  query,
  reply: z.unknown(),
  binary: "download",
});

export const exportDeletedTransactions = route({
  method: "GET",
  path: "/api/deleted-transactions/export",
  tag: "transactions",
  summary: "The deleted transactions that a search finds, as a file; at most 50,000",
  access: "everyone",
  query,
  reply: z.unknown(),
  binary: "download",
});
