import { readdirSync } from "node:fs";

import { migrationsFolder } from "#db/migrate.ts";

/** How many migrations a database of this program has; fewer or more are those of another version. */
export const neededMigrations = readdirSync(migrationsFolder).filter((file) => file.endsWith(".sql")).length;
