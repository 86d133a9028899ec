/** Sockets of a person's apps. They hibernate with the object and keep their principal as an attachment. */
import type { PersonFrame } from "../../src/channels/web/wire.ts";
import type { Principal } from "../../src/domain/principal.ts";
import type { Listener } from "./listeners.ts";

/**
 * The runtime answers pings, so that none wakes the object. The text must match what clients send, byte for
 * byte.
 */
const PING = '{"type":"ping"}';
const PONG = JSON.stringify({ type: "pong" } satisfies PersonFrame);

export function answerPings(ctx: DurableObjectState): void {
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
}

export function openSocket(ctx: DurableObjectState, principal: Principal): Response {
  const pair = new WebSocketPair();
  ctx.acceptWebSocket(pair[1]);
  pair[1].serializeAttachment(principal);
  pair[1].send(JSON.stringify({ type: "ready" } satisfies PersonFrame));
  return new Response(null, { status: 101, webSocket: pair[0] });
}

/** The listener of a socket; empty when the socket was already sent away. */
export function listenerOf(socket: WebSocket): Listener[] {
  const principal = socket.deserializeAttachment() as Principal | null;
  if (!principal) return [];
  return [
    {
      principal,
      become: (today) => socket.serializeAttachment(today),
      send(frame) {
        try {
          socket.send(JSON.stringify(frame));
        } catch {
          // The socket was closed in the meantime. Its client reconnects and reads anew.
        }
      },
      leave({ code, reason }) {
        socket.serializeAttachment(null);
        socket.close(code, reason);
      },
    },
  ];
}
