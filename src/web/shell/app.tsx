import { RouterProvider } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";

import { fetchAhead } from "#web/lib/fetched-ahead.ts";
import { useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { fetchPage, router } from "#web/routes.tsx";

import { entriesFor } from "./navigation.ts";
import { Splash } from "./splash.tsx";

/** By then the first page stands with its figures, also on a slow line. */
const fetchAheadAfterMs = 5_000;

/** Fetches the page that a sign-in opens at this address. */
export async function fetchFirstPage(): Promise<void> {
  await fetchPage(router.latestLocation.pathname);
}

/** The application of a signed-in person. */
export function App() {
  const { role } = useSession();
  useEffect(() => toast.showCarried(), []);
  // What has a key of its own is what a counter opens all day.
  useEffect(() => {
    const everyday = entriesFor(role).filter(({ go }) => go !== undefined);
    return fetchAhead(
      everyday.map(
        ({ to }) =>
          () =>
            fetchPage(to),
      ),
      fetchAheadAfterMs,
    );
  }, [role]);
  return (
    <Suspense fallback={<Splash />}>
      <RouterProvider router={router} />
    </Suspense>
  );
}
