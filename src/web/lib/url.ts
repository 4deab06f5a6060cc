import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { z } from "zod";

import { searchLength } from "#contract/text.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { idFrom } from "#kernel/id.ts";

/** The `$id` of the page's address; undefined when it is no id at all (the page then says "not found"). */
export function useRouteId(): number | undefined {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return numberInUrl(params["id"] ?? "");
}

/** The id, or the place in a list, that a part of the address says; undefined for anything that is none. */
export function numberInUrl(text: string): number | undefined {
  const id = idFrom(text);
  return id === 0 ? undefined : id;
}

/** The id of something in the view state of an address, "" for none. It stays text, as the calls take it. */
export const idInUrl = z
  .string()
  .refine((text) => !text.startsWith("0") && numberInUrl(text) !== undefined)
  .catch("");

/** A day, "" for none. */
export const dayInUrl = z
  .string()
  .refine((text) => parseBusinessDate(text) !== undefined)
  .catch("");

/** A text that a list is searched for, "" for none. */
export const searchInUrl = z.string().max(searchLength).catch("");

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
