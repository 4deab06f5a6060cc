/**
 * `npm run reset-second-factor -- USERNAME`: takes the second step of a user's sign-in away, for an administrator
 * whom nobody else can help.
 */
import { resetLostSecondFactor } from "#server/identity/lost-second-factor.ts";

import { withDatabase } from "./with-database.ts";

await withDatabase(async (_config, { db }) => {
  const [, , username = ""] = process.argv;
  if (username === "") {
    console.error("Say whose: npm run reset-second-factor -- USERNAME");
    return 1;
  }
  console.log(`${await resetLostSecondFactor(db, username)} signs in with the password alone now.`);
  return 0;
});
