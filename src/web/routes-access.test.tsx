import { screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { expect, test } from "vitest";

import type { Role } from "#contract/permissions.ts";

import { paths } from "./paths.ts";
import { router } from "./routes.tsx";
import { replying } from "./testing/replies.ts";
import { stage } from "./testing/stage.tsx";

interface Route {
  readonly options: { readonly component: ComponentType };
}

const pages = router.routesByPath as unknown as Readonly<Record<string, Route | undefined>>;
const forStaff = [paths.importHawala];
const forAdmins = [
  paths.users,
  paths.accountSettings,
  paths.businessSettings,
  paths.backups,
  paths.hawalaSerial,
  paths.debit,
  paths.credit,
  paths.auditLog,
];

test.each<readonly [path: string, role: Role]>([
  ...[...forStaff, ...forAdmins].map((path) => [path, "user"] as const),
  ...forAdmins.map((path) => [path, "operator"] as const),
])("%s tells the role %s that it has no access, and asks the server for nothing", async (path, role) => {
  const fetched = replying({});
  const Shown = pages[path]?.options.component ?? (() => null);
  await stage(<Shown />, { user: { role } });
  expect(screen.getByRole("heading", { level: 1, name: "No Access" })).toBeDefined();
  expect(screen.getByText(/^Your role does not open this page\./)).toBeDefined();
  expect(fetched).not.toHaveBeenCalled();
});
