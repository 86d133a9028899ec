/** A reader by WebSocket: what it has missed, that it is up to date, and from then on what happens. */
import type { ServerFrame } from "../../../src/channels/web/wire.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import type { EventLog } from "../rows/event-log.ts";
import type { Seat } from "./audience.ts";

export interface SocketReader {
  principal: Principal;
  /** Of the last event that they have. */
  cursor: number;
}

/** The socket hibernates with its object and remembers whose it is. */
export function openSocket(
  ctx: DurableObjectState,
  log: EventLog,
  { principal, cursor }: SocketReader,
): Response {
  const pair = new WebSocketPair();
  ctx.acceptWebSocket(pair[1]);
  pair[1].serializeAttachment(principal);
  for (const event of log.since(cursor)) pair[1].send(JSON.stringify(event));
  const ready: ServerFrame = { type: "ready", seq: log.seq };
  pair[1].send(JSON.stringify(ready));
  return new Response(null, { status: 101, webSocket: pair[0] });
}

/** None of a socket that does not say whose it is. */
export function seatOf(socket: WebSocket): Seat[] {
  const principal = socket.deserializeAttachment() as Principal | null;
  if (!principal) return [];
  return [
    {
      principal,
      become: (today) => socket.serializeAttachment(today),
      leave: ({ code, reason }) => {
        // From here on nothing that it still sends is heard.
        socket.serializeAttachment(null);
        socket.close(code, reason);
      },
    },
  ];
}
