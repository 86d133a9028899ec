/** A reader on a WebSocket: missed events first, then a mark that it is up to date, then live events. */
import type { ServerFrame } from "../../../src/channels/web/wire.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import type { EventLog } from "../rows/event-log.ts";
import { readerOf, seat } from "./attachment.ts";
import type { Seat } from "./audience.ts";

interface SocketReader {
  principal: Principal;
  /** Sequence number of the last event that the reader has. */
  cursor: number;
}

/** The socket hibernates with its object and keeps its principal as an attachment. */
export function openSocket(
  ctx: DurableObjectState,
  log: EventLog,
  { principal, cursor }: SocketReader,
): Response {
  const pair = new WebSocketPair();
  ctx.acceptWebSocket(pair[1]);
  seat(pair[1], principal);
  for (const event of log.since(cursor)) pair[1].send(JSON.stringify(event));
  const ready: ServerFrame = { type: "ready", seq: log.seq };
  pair[1].send(JSON.stringify(ready));
  return new Response(null, { status: 101, webSocket: pair[0] });
}

/** The seat of a socket; empty when the socket carries no principal. */
export function seatOf(socket: WebSocket): Seat[] {
  const principal = readerOf(socket);
  if (!principal) return [];
  return [
    {
      principal,
      become: (today) => seat(socket, today),
      leave: ({ code, reason }) => {
        // Whatever the socket still sends is ignored from here on.
        seat(socket, null);
        socket.close(code, reason);
      },
    },
  ];
}
