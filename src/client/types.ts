/** Types of the client: a call is named by method and route, and typed by the contract. */
import type { Calls } from "../contract/calls/calls.ts";

export type CallName = keyof Calls;

/** The answer of a call as JSON. */
export type AnswerOf<C extends CallName> = Calls[C]["answer"];

type Texted = string | number;

/** Values of a route's path: `/agents/{slug}` has `slug`. */
type PathOf<Name> = Name extends `${string}{${infer Key}}${infer Rest}`
  ? { [K in Key]: Texted } & PathOf<Rest>
  : unknown;

type QueryOf<C extends CallName> = Calls[C] extends { query: infer Query } ? Query : unknown;
type BodyOf<C extends CallName> = Calls[C] extends { body: infer Body } ? Body : undefined;

/** Values of path and query together: no route has a name in both. */
type ValuesOf<C extends CallName> = PathOf<C> & QueryOf<C>;

/** Arguments after the name of a call: values of path and query, and the body. Left out where there is nothing to say. */
export type GivenTo<C extends CallName> =
  BodyOf<C> extends undefined
    ? // Nothing has to be there.
      Record<never, never> extends ValuesOf<C>
      ? [values?: ValuesOf<C>]
      : [values: ValuesOf<C>]
    : [values: ValuesOf<C>, body: BodyOf<C>];

/** Values of a query; those that are not set are left out. */
export type QueryValues = Readonly<Record<string, Texted | boolean | null | undefined>>;

/** A request as `fetch` takes it, below the root of the API. */
export interface ApiRequest {
  readonly path: string;
  readonly init: { method: string; headers: Record<string, string>; body?: string | FormData | Blob };
}

/** A failure as the API tells it. */
export interface Refusal {
  readonly status: number;
  /** Undefined where another program answered. */
  readonly error?: string;
  readonly reason?: string;
}
