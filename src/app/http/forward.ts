/** Forwards requests that an object answers itself: a socket, or a stream. */
import { AppError } from "../../domain/errors.ts";
import { withPrincipal } from "../../domain/principal.ts";
import type { ApiContext } from "./api.ts";

const FORWARDED = [
  "upgrade",
  "connection",
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-protocol",
  "sec-websocket-extensions",
];

/** Forwards the request to the object, with the principal that was authenticated here. */
export function forward(
  context: ApiContext,
  object: Pick<DurableObjectStub, "fetch">,
  path: string,
): Promise<Response> {
  const headers = withPrincipal(new Headers(), context.get("principal"));
  for (const name of FORWARDED) {
    const value = context.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return object.fetch(new Request(`https://object${path}`, { headers }));
}

/** Throws for a request that is no WebSocket upgrade. `otherwise` says what to do instead. */
export function expectSocket(context: ApiContext, otherwise: string): void {
  if (context.req.header("upgrade")?.toLowerCase() === "websocket") return;
  throw new AppError("malformed_request", `This address speaks WebSocket. ${otherwise}`);
}

/** Position of a reader who comes back: a reconnecting EventSource sends it in a header. Undefined: they are new. Throws an AppError for what is no position. */
export function lastRead(context: ApiContext): number | undefined {
  const text = context.req.header("last-event-id");
  if (text === undefined) return undefined;
  const cursor = Number(text);
  if (Number.isSafeInteger(cursor) && cursor >= 0) return cursor;
  throw new AppError("malformed_request", "Last-Event-ID: the seq of the last event that was read.");
}
