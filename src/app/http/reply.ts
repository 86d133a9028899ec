/** Replies of handlers. A reply is held by the compiler to the answers that its route declares. */
import type { z } from "zod";

/** The content of an answer: JSON of that schema, Server-WireValue Events, a file's bytes, a WebSocket, a redirect, or nothing. */
export type Answer = z.ZodType | "stream" | "file" | "socket" | "redirect" | "empty";

/** Answers on success, by status; errors look the same everywhere. */
export type Answers = Readonly<Record<number, Answer | readonly Answer[]>>;

/** A JSON answer that is not written yet. */
export class Reply<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Record<string, string>;

  constructor(status: Status, body: Body, headers: Record<string, string>) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Answers with JSON; the route's schema of that status says of which form. */
export function reply<const Status extends number, const Body>(
  status: Status,
  body: Body,
  headers: Record<string, string> = {},
): ReplyIn<Status, Body> {
  return new Reply(status, body, headers) as ReplyIn<Status, Body>;
}

/** One reply for each status that it may have. */
type ReplyIn<Status extends number, Body> = Status extends number ? Reply<Status, Body> : never;

/** All that a route with these answers may return: replies for JSON, a response for anything else. */
export type ReplyOf<A extends Answers> = {
  [Status in keyof A & number]: ReplyTo<Status, A[Status]>;
}[keyof A & number];

type ReplyTo<Status extends number, Content> = Content extends readonly (infer Each)[]
  ? ReplyTo<Status, Each>
  : Content extends z.ZodType
    ? Reply<Status, WireValue<z.output<Content>>>
    : Response;

/** A value as it is sent: it may be readonly anywhere. */
export type WireValue<T> = T extends readonly (infer Item)[]
  ? readonly WireValue<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: WireValue<T[Name]> }
    : T;
