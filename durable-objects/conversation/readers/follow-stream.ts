/** A conversation's events as Server-Sent Events, for one reader. */
import { openEventStream } from "../../../src/channels/web/event-stream.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { TurnId } from "../../../src/domain/ids.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import type { EventLog } from "../rows/event-log.ts";
import type { Audience } from "./audience.ts";
import type { Subscribers } from "./subscribers.ts";

const PING_EVERY_MS = 20_000;

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

/** Presence is not reported for streams shorter than this: most live for one answer only. */
const SHORT_MS = 1_000;

export interface Following {
  /** The reader. */
  principal: Principal;
  audience: Pick<Audience, "arrived" | "left">;
  /** Sequence number of the last event that the reader has. */
  cursor: number;
  /** The stream ends when this turn ends or waits for a person. */
  until: TurnId | null;
}

/** Replays from the cursor, then follows. */
export function followStream(
  log: EventLog,
  subscribers: Subscribers,
  { cursor, until, principal, audience }: Following,
): Response {
  let isKnown = false;
  const leave = () => {
    clearInterval(pinging);
    clearTimeout(arriving);
    remove();
    if (isKnown) void audience.left(principal);
    isKnown = false;
  };
  const end = () => {
    leave();
    writer.close();
  };
  const arriving = setTimeout(
    () => {
      isKnown = true;
      void audience.arrived(principal);
    },
    until === null ? 0 : SHORT_MS,
  );
  const writer = openEventStream(leave);
  let awaited = until;
  const isLast = (event: NightjarEvent) => {
    if (awaited === null || event.turn_id !== awaited) return false;
    if (event.type === "absorbed") awaited = event.into;
    return endsTurn(event);
  };
  const send = (event: NightjarEvent) => {
    const isRead = writer.send(event);
    if (!isRead || isLast(event)) end();
    return isRead;
  };
  const seat = {
    principal,
    become: (today: Principal) => {
      seat.principal = today;
    },
    leave: end,
  };
  const remove = subscribers.add({ send, close: writer.close, seat });
  const pinging = setInterval(() => writer.ping() || leave(), PING_EVERY_MS);
  for (const event of log.since(cursor)) send(event);
  return new Response(writer.stream, { headers: HEADERS });
}

function endsTurn(event: NightjarEvent): boolean {
  return event.type === "turn_end" || (event.type === "state" && event.state === "parked");
}
