import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { knownLanguage } from "#web/i18n/languages.ts";
import { speak, useSpoken } from "#web/i18n/speech.ts";
import { useWanted } from "#web/i18n/wanted.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { toast } from "#web/lib/toast.ts";

import { useRetryWhenBack } from "./retry-when-back.ts";
import { Splash } from "./splash.tsx";

/** The act whose failure the toast tells of, and its success takes back. */
const act = "language";

interface SpokenProps {
  /** The language that is asked for; `auto` for that of the browser. */
  readonly preference: string;
  readonly children: ReactNode;
}

/**
 * Draws what it holds in the language that is wanted. It begins with it, rather than with English that is exchanged a moment later; where
 * another one is chosen afterwards, what stands goes on standing until that has come. One that does not come is said, and tried again.
 */
export function Spoken({ preference, children }: SpokenProps) {
  const wanted = useWanted(preference);
  const { tag, failed } = useSpoken();
  const [hasBegun, setHasBegun] = useState(false);
  const isSettled = tag === wanted || failed?.tag === wanted;
  if (isSettled && !hasBegun) setHasBegun(true);
  useEffect(() => void speak(wanted), [wanted]);
  useFailureSaid(failed, () => void speak(wanted));
  return isSettled || hasBegun ? children : <Splash />;
}

function useFailureSaid(failed: ReturnType<typeof useSpoken>["failed"], retry: () => void): void {
  const { t } = useTranslation("common");
  useRetryWhenBack(failed?.error, retry);
  const say = useEffectEvent((lacking: NonNullable<typeof failed>) => {
    const title = t("languageFailed", { language: knownLanguage(lacking.tag).name });
    toast.error(title, messageOf(lacking.error, t("part.missing")), act);
  });
  useEffect(() => {
    if (failed === undefined) toast.overcome(act);
    else say(failed);
  }, [failed]);
}
