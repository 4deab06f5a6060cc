import { randomBytes } from "node:crypto";

/** Names for requests, unique over all runs of the server: they stand in answers, in the log and in the audit log. */
export function createRequestIds(): () => string {
  const run = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${run}-${(count += 1).toString(36)}`;
}
