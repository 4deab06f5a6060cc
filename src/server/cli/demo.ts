/** `npm run demo`: fills an empty database with an invented office, so that every screen has life. */
import { openDatabaseServer } from "#db/database-server.ts";
import { loadDemoOffice, type DemoPerson } from "#server/demo/load.ts";

import { withDatabase } from "./with-database.ts";

await withDatabase(async (config, database) => {
  const started = performance.now();
  const office = await loadDemoOffice(database, config, introduce);
  const tookMs = Math.round(performance.now() - started);
  console.log(
    `The demo office has ${String(office.accounts)} accounts, ${String(office.transactions)} transactions and ${String(office.hawalas)} hawalas (${String(tookMs)} ms).`,
  );
  return 0;
}, openDatabaseServer);

function introduce({ username, role, password, wasThere }: DemoPerson): void {
  const known = wasThere ? "with the password you have" : "with the password of ADMIN_PASSWORD";
  console.log(`Sign in as ${username} (${role}) ${password === undefined ? known : `with ${password}`}`);
}
