import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { me, type CurrentUser } from "#contract/auth.ts";
import { updatePreferences, type Preferences } from "#contract/profile.ts";

import { call } from "./api.ts";
import { queryKeys } from "./query.ts";
import { useSession } from "./session.ts";
import { toast } from "./toast.ts";

type Change = Partial<Preferences>;

/**
 * How the signed-in person likes their screens, and how to change that. A change is seen at once and kept on the server, for
 * every device; where it could not be kept it is taken back, and said so.
 */
export function usePreferences(): readonly [Preferences, (change: Change) => void] {
  const { t } = useTranslation("profile");
  const client = useQueryClient();
  const { preferences } = useSession();
  const show = (change: Change): void => {
    client.setQueryData<CurrentUser>(queryKeys.of(me), (user) =>
      user === undefined ? user : { ...user, preferences: { ...user.preferences, ...change } },
    );
  };
  const changing = useMutation({
    // One after the other: of two quick changes the later one is the one that stays.
    scope: { id: "preferences" },
    mutationFn: ({ change }: { readonly change: Change; readonly before: Preferences }) =>
      call(updatePreferences, { body: change }),
    onMutate: ({ change }) => show(change),
    onError: (error, { change, before }) => {
      show(Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof Preferences]])));
      toast.failure(error, t("screens.failed"));
    },
  });
  return [preferences, (change) => changing.mutate({ change, before: preferences })];
}
