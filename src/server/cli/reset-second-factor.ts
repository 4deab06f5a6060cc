/**
 * `npm run reset-second-factor -- USERNAME`: takes the second step of a user's sign-in away, for an administrator
 * whom nobody else can help.
 */
import { resetLostSecondFactor } from "#server/identity/lost-second-factor.ts";

import { withDatabase } from "./with-database.ts";

await withDatabase(async (_config, { db }) => {
  const [, , username = "", ...more] = process.argv;
  // Of a name with a blank in it, the first word may be another's name.
  if (username === "" || more.length > 0) {
    console.error("Say whose, in quotes where the name has a blank: npm run reset-second-factor -- USERNAME");
    return 1;
  }
  console.log(`${await resetLostSecondFactor(db, username)} signs in with the password alone now.`);
  return 0;
});
