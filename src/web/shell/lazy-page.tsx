import type { RouteComponent } from "@tanstack/react-router";

import { assert } from "#kernel/assert.ts";
import { fetchPart } from "#web/lib/fetched-part.ts";

/**
 * A page that is fetched when it is first opened, or is about to be. Its route loads it (`preload`) before it is drawn, so that one
 * that cannot be fetched is the route's failure, and is fetched anew with the next attempt.
 */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, RouteComponent>>, name: Name): RouteComponent {
  let Found: RouteComponent | undefined;
  const preload = async (): Promise<void> => {
    Found ??= (await fetchPart(load))[name];
  };
  const Page = () => {
    assert(Found !== undefined, `${name} is loaded before it is drawn`);
    return <Found />;
  };
  return Object.assign(Page, { preload });
}
