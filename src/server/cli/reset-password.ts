/**
 * `npm run reset-password -- USERNAME`: gives a user a new password, for an administrator whom nobody else can help.
 */
import { resetLostPassword } from "#server/identity/lost-password.ts";

import { withDatabase } from "./with-database.ts";

await withDatabase(async (_config, { db }) => {
  const [, , name = ""] = process.argv;
  if (name === "") {
    console.error("Say whose: npm run reset-password -- USERNAME");
    return 1;
  }
  const { username, password } = await resetLostPassword(db, name);
  console.log(`${username} signs in with ${password} now, and chooses another password then.`);
  return 0;
});
