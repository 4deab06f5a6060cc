import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { z } from "zod";

import { largestId } from "#kernel/id.ts";

/** The `$id` of the page's address; undefined when it is no id at all (the page then says "not found"). */
export function useRouteId(): number | undefined {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const text = params["id"] ?? "";
  const id = /^\d{1,10}$/.test(text) ? Number.parseInt(text, 10) : 0;
  return id >= 1 && id <= largestId ? id : undefined;
}

/**
 * View state that lives in the address (filters, tab, chosen row), read by a schema. Every field of the schema takes text
 * and has a `.catch(...)`, since anybody can type anything there. Setting replaces the current entry of the history;
 * an empty value leaves the address.
 */
export function useUrlState<Schema extends z.ZodObject>(
  schema: Schema,
): readonly [z.output<Schema>, (change: Partial<z.input<Schema>>) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (change: Partial<z.input<Schema>>): void => {
    // On top of the address as it is then: an answer that comes late must not undo what was set meanwhile.
    const changed = (now: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(
        Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined && value !== null && value !== ""),
      );
    void navigate({ to: ".", search: changed, replace: true });
  };
  return [schema.parse(search), set];
}

/** Search parameters are plain text in this product: `?q=0012` stays "0012". */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== "");
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    return text === "" ? "" : `?${text}`;
  },
};
