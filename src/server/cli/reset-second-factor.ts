/**
 * `npm run reset-second-factor -- USERNAME`: takes the second step of a user's sign-in away, for an administrator
 * whom nobody else can help.
 */
import { resetLostSecondFactor } from "#server/identity/lost-second-factor.ts";

import { namedUser } from "./named-user.ts";
import { withDatabase } from "./with-database.ts";

await withDatabase(async (_config, { db }) => {
  const name = namedUser("reset-second-factor");
  if (name === undefined) return 1;
  console.log(`${await resetLostSecondFactor(db, name)} signs in with the password alone now.`);
  return 0;
});
