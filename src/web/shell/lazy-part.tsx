import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { lazy, Suspense, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { fetchPart } from "#web/lib/fetched-part.ts";

import { LoadError } from "./load-error.tsx";
import { useRetryWhenBack } from "./retry-when-back.ts";

interface Waiting {
  /** Stands in its place until it has come. */
  readonly waiting: ReactNode;
}

/**
 * A part of a page that is fetched when it is first drawn. Where it cannot be, it says so in its own place, and comes when the
 * server answers again: what is around it, and what was typed there, stays. A part that is the whole screen says what stands `around` its
 * failure, which would be without a heading otherwise.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, around = inPlace) {
  const fetched = () => lazy(() => fetchPart(load).then((found) => ({ default: found }), failed));
  // React asks for a part once, whatever came of it; the next attempt is at another one.
  const failed = (error: unknown): never => {
    current.Part = fetched();
    throw error;
  };
  const current = { Part: fetched() };
  const Failure = (failure: ErrorComponentProps): ReactNode => around(<PartFailure {...failure} />);
  function Drawn({ waiting, ...props }: Props & Waiting) {
    const { Part } = current;
    return (
      <Suspense fallback={waiting}>
        <Part {...(props as unknown as Props)} />
      </Suspense>
    );
  }
  return function LazyPart(props: Props & Waiting) {
    return (
      <CatchBoundary getResetKey={() => "part"} errorComponent={Failure}>
        <Drawn {...props} />
      </CatchBoundary>
    );
  };
}

function inPlace(failure: ReactNode): ReactNode {
  return failure;
}

function PartFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation("shell");
  const onRetry = useRetryWhenBack(error, reset);
  return <LoadError title={t("failed.part")} error={error} onRetry={onRetry} />;
}
