/** `npm run demo`: fills an empty database with an invented office, so that every screen has life. */
import { openDatabaseServer } from "#db/database-server.ts";
import { loadDemoOffice } from "#server/demo/load.ts";

import { withDatabase } from "./with-database.ts";

await withDatabase(async (config, database) => {
  const started = performance.now();
  const office = await loadDemoOffice(database, config);
  const tookMs = Math.round(performance.now() - started);
  console.log(
    `The demo office has ${String(office.accounts)} accounts, ${String(office.transactions)} transactions and ${String(office.hawalas)} hawalas (${String(tookMs)} ms).`,
  );
  console.log("Sign in as:");
  for (const { username, role, password } of office.people) {
    console.log(`  ${username} (${role})  ${password ?? "with the password of ADMIN_PASSWORD"}`);
  }
  return 0;
}, openDatabaseServer);
