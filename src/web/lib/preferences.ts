import { useIsMutating, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { me, type CurrentUser } from "#contract/auth.ts";
import { updatePreferences, type Preferences } from "#contract/profile.ts";

import { call } from "./api.ts";
import { queryKeys } from "./query.ts";
import { useSession } from "./session.ts";
import { toast } from "./toast.ts";

type Change = Partial<Preferences>;

interface Wish {
  readonly change: Change;
  /** What the server keeps, as far as it is known here: the same for all wishes that wait together. */
  readonly kept: { now: Preferences };
}

const mutationKey = ["preferences"];

/**
 * How the signed-in person likes their screens, and how to change that. A change is seen at once and kept on the server, for
 * every device; where it could not be kept it is taken back, and said so.
 */
export function usePreferences(): readonly [Preferences, (change: Change) => void] {
  const { t } = useTranslation("profile");
  const client = useQueryClient();
  const { preferences } = useSession();
  const changing = useMutation({
    mutationKey,
    // One after the other: of two quick changes the later one is the one that stays.
    scope: { id: "preferences" },
    mutationFn: ({ change }: Wish) => call(updatePreferences, { body: change }),
    onMutate: ({ kept }) => show(client, kept.now, waiting(client)),
    onSuccess: (_answer, wish) => {
      wish.kept.now = { ...wish.kept.now, ...wish.change };
      return show(client, wish.kept.now, waitingBeside(client, wish));
    },
    onError: (error, wish) => {
      toast.failure(error, t("screens.failed"));
      return show(client, wish.kept.now, waitingBeside(client, wish));
    },
    // The server has the last word, once nothing is on its way to it that it does not know yet.
    onSettled: (_answer, _error, wish) => {
      if (waitingBeside(client, wish).length === 0) void client.invalidateQueries({ queryKey: queryKeys.of(me) });
    },
  });
  const prefer = (change: Change): void => {
    const [first] = waiting(client);
    changing.mutate({ change, kept: first?.kept ?? { now: preferences } });
  };
  return [preferences, prefer];
}

/** Whether the server keeps what is shown: a wish that it has not answered yet may be taken back. */
export function useArePreferencesKept(): boolean {
  return useIsMutating({ mutationKey }) === 0;
}

/** The wishes that the server has not answered yet, in their order. */
function waiting(client: QueryClient): readonly Wish[] {
  const mutations = client.getMutationCache().findAll({ mutationKey, status: "pending" });
  return mutations.map(({ state }) => state.variables as Wish);
}

function waitingBeside(client: QueryClient, wish: Wish): readonly Wish[] {
  return waiting(client).filter((other) => other !== wish);
}

/** Shows what the server keeps, and on top of it what is wished for. */
async function show(client: QueryClient, kept: Preferences, wishes: readonly Wish[]): Promise<void> {
  const queryKey = queryKeys.of(me);
  // What is on its way was read before this, and would put back what stood then.
  await client.cancelQueries({ queryKey });
  const preferences: Preferences = Object.assign({}, kept, ...wishes.map(({ change }) => change));
  client.setQueryData<CurrentUser>(queryKey, (user) => (user === undefined ? user : { ...user, preferences }));
}
