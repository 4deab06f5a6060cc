/**
 * Takes the longest time of a transaction away from a session, which an administrator may have set for everybody: migrations and backups
 * take as long as they take. PostgreSQL knows that limit from 17 on; an older one has none, and would refuse whoever named it.
 */
export const withoutTransactionLimit =
  "SELECT CASE WHEN current_setting('transaction_timeout', true) <> '0' THEN set_config('transaction_timeout', '0', false) END";
