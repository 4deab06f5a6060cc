import type { z } from "zod";

import type { Route } from "#contract/route.ts";

/** What a coerced parameter takes before it is text. */
type Text<Value> = unknown extends Value ? string | number : Value;
type TextOf<Fields> = { [Key in keyof Fields]: Text<Fields[Key]> };

type InputOf<R extends Route, Name extends "params" | "query" | "body"> = z.input<NonNullable<R[Name]>>;

/** A part of the call: absent where the route has none, optional where nothing in it is required. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [Key in Name]?: Value }
    : [Partial<Value>] extends [Value]
      ? { readonly [Key in Name]?: Value }
      : { readonly [Key in Name]: Value };

/** What any call may carry beside its own parts. */
interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** For a route that moves money: made when the form opens, so that a second press is the same transaction. */
  readonly idempotencyKey?: string;
  /** For an edit: the version the person has seen. */
  readonly ifMatch?: number;
  readonly signal?: AbortSignal;
}

/** What the address of a call is built from. */
export type Address<R extends Route> = Part<"params", TextOf<InputOf<R, "params">>> & Part<"query", TextOf<InputOf<R, "query">>>;

/** Everything a call sends. */
export type Sent<R extends Route> = Address<R> & Part<"body", InputOf<R, "body">> & CallOptions;

/** Everything a call for a file sends. */
export type SentForFile<R extends Route> = Sent<R> & FileOptions;

interface FileOptions {
  /** What the file is saved as where the answer gives it no name. */
  readonly fallbackName?: string | null;
}

type FieldName<R extends Route> = keyof z.input<NonNullable<R["upload"]>["fields"]> & string;

/** Everything a call with a file sends. */
export type SentUpload<R extends Route> = Address<R> &
  CallOptions & {
    readonly file: { readonly content: Blob; readonly name: string };
    /** A form carries text alone; yes and no go as their words. */
    readonly fields?: Readonly<Partial<Record<FieldName<R>, string | boolean>>>;
    /** Called with the part that has been sent, from 0 to 1. */
    readonly onProgress?: (sent: number) => void;
  };

/** The argument list that follows the route: nothing need be given where nothing is required. */
export type Given<Value> = [Partial<Value>] extends [Value] ? [sent?: Value] : [sent: Value];

export type ReplyOf<R extends Route> = z.output<R["reply"]>;
/** A row of a paged route. */
export type RowOf<R extends Route> = ReplyOf<R> extends readonly (infer Row)[] ? Row : never;

/** A call with its types forgotten: what the one implementation works on. */
export interface AnySent extends CallOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
  /** In place of a body: a form with a file. */
  readonly form?: FormData;
  readonly onProgress?: ((sent: number) => void) | undefined;
}
