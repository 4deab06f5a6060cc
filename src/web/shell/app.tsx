import { RouterProvider } from "@tanstack/react-router";
import { Suspense, useEffect } from "react";

import { toast } from "#web/lib/toast.ts";
import { router } from "#web/routes.tsx";

import { Splash } from "./splash.tsx";

/** The application of a signed-in person. */
export function App() {
  useEffect(() => toast.showCarried(), []);
  return (
    <Suspense fallback={<Splash />}>
      <RouterProvider router={router} />
    </Suspense>
  );
}
