import { readdirSync } from "node:fs";

import type { Route } from "#contract/route.ts";

const contractFolder = new URL("../../../contract/", import.meta.url);

/** Every route that any file of the contract declares, served or not. */
export async function declaredRoutes(): Promise<readonly Route[]> {
  const files = readdirSync(contractFolder).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, contractFolder).href) as Promise<Readonly<Record<string, unknown>>>),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isRoute);
}

function isRoute(value: unknown): value is Route {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;
}
