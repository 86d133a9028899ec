/** Sockets of a person's apps: they hibernate with the object and remember whose they are. */
import type { PersonFrame } from "../../src/channels/web/wire.ts";
import type { Principal } from "../../src/domain/principal.ts";
import type { Listener } from "./listeners.ts";

/** Answered by the runtime, so that no ping wakes the object. As clients write them, letter by letter. */
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

/** None of a socket that was sent away. */
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
          // Closed under our hands: whoever had it connects again and reads anew.
        }
      },
      leave({ code, reason }) {
        socket.serializeAttachment(null);
        socket.close(code, reason);
      },
    },
  ];
}
