import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";

import { me, type CurrentUser, type SignedInUser } from "#contract/auth.ts";
import { getOffice } from "#contract/office.ts";
import { defaultPreferences } from "#contract/profile.ts";
import "#web/i18n/setup.ts";
import { newQueryClient, queryKeys } from "#web/lib/query.ts";
import type { Office } from "#web/lib/session.ts";
import { plainSearch } from "#web/lib/url.ts";
import { theme } from "#web/theme.ts";

/** Who is signed in unless the staging says otherwise. */
export const admin: SignedInUser = {
  id: "3f3b1c0a-0000-4000-8000-000000000001",
  username: "admin",
  fullName: "Amina Rahimi",
  email: null,
  role: "admin",
  mustChangePassword: false,
};

const office: Office = {
  officeName: "Sarraf",
  timeZone: "Asia/Kabul",
  baseCurrency: "USD",
  cashAccountId: 11,
  senderCode: "2001",
  branchCodes: ["1007", "2007"],
  expenseCodes: [],
  usdTotalFrom: "2025-08-18",
  rateDeviationPercent: "2",
  version: 1,
  today: "2026-03-21",
  todayEndsAt: "2026-03-21T19:30:00.000Z",
};

/** Who is at the counter, and where. */
export interface Staging {
  readonly user?: Partial<CurrentUser>;
  readonly office?: Partial<Office>;
  /** The address, and the pattern it belongs to where the page reads an id: `{ at: "/accounts/view/7", pattern: "/accounts/view/$id" }`. */
  readonly at?: string;
  readonly pattern?: string;
}

/**
 * Renders a part of the web with everything that stands around it (kit, translator, router, a query client of its own,
 * a signed-in user, the office), so that a component test sets up nothing but `fetch`. Await it: the router loads first.
 */
export async function stage(element: ReactElement, staging: Staging = {}) {
  const client = newQueryClient();
  client.setQueryData(queryKeys.of(me), { ...admin, preferences: defaultPreferences, ...staging.user });
  client.setQueryData(queryKeys.of(getOffice), { ...office, ...staging.office });
  const root = createRootRoute({ component: () => <ModalsProvider>{<Outlet />}</ModalsProvider> });
  const shown = createRoute({ getParentRoute: () => root, path: staging.pattern ?? "$", component: () => element });
  const router = createRouter({
    routeTree: root.addChildren([shown]),
    history: createMemoryHistory({ initialEntries: [staging.at ?? "/here"] }),
    ...plainSearch,
  });
  await router.load();
  const rendered = render(
    // Nothing is drawn: a style sheet would only be read again for each question of what is shown.
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} env="test">
      <QueryClientProvider client={client}>
        <Notifications />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...rendered, client, router };
}
