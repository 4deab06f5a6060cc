/**
 * `npm run reset-password -- USERNAME`: gives a user a new password, for an administrator whom nobody else can help.
 */
import { resetLostPassword } from "#server/identity/lost-password.ts";

import { namedUser } from "./named-user.ts";
import { withDatabase } from "./with-database.ts";

await withDatabase(async (_config, { db }) => {
  const name = namedUser("reset-password");
  if (name === undefined) return 1;
  const { username, password } = await resetLostPassword(db, name);
  console.log(`${username} signs in with ${password} now, and chooses another password then.`);
  return 0;
});
