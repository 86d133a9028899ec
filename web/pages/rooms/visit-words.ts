/** Visits as whoever keeps a room reads of them. */
import type { RoomDecision, RoomVisit } from "../../api/rooms.ts";
import { duration } from "../../ui/format.ts";

const STATUS: Record<RoomVisit["status"], string> = {
  active: "Here now",
  warning_15min: "Silent",
  kicked: "Closed for silence",
  ended: "Over",
};

const BY: Record<RoomDecision["by"], string> = {
  crisis: "in a crisis",
  moderation: "to keep the rules",
  selection: "as the visitor chose",
  router: "as the router chose",
  only: "alone there",
  host: "as the host",
};

/** `Here now · 12 messages · 8 min 3 s`. */
export function visitWords({ status, started_at, ended_at, message_count }: RoomVisit): string {
  const said = message_count === 1 ? "1 message" : `${message_count} messages`;
  const long = ended_at === null ? [] : [duration(Date.parse(ended_at) - Date.parse(started_at))];
  return [STATUS[status], said, ...long].join(" · ");
}

/** `nameOf` knows the cast. */
export function decisionWords({ agent, by, mute }: RoomDecision, nameOf: (slug: string) => string): string {
  const silenced = mute === null ? "" : `; ${nameOf(mute)} was silent from then on`;
  return `${nameOf(agent)} answered ${BY[by]}${silenced}`;
}
