/** Texts about visits for the room's owner. */

import type { RoomDecision, RoomVisit } from "../../api/rooms.ts";
import { duration } from "../../ui/format.ts";
import { plural, t } from "../../words/t.ts";

const STATUS: Record<RoomVisit["status"], string> = {
  active: t("Here now"),
  warning_15min: t("Silent"),
  kicked: t("Closed after inactivity"),
  ended: t("Ended"),
};

const BY: Record<RoomDecision["by"], string> = {
  crisis: t("in a crisis"),
  moderation: t("to keep the rules"),
  selection: t("at the visitor's request"),
  router: t("as the router's choice"),
  only: t("alone"),
  host: t("as the host"),
};

/** `Here now · 12 messages · 8 min 3 s`. */
export function visitWords({ status, started_at, ended_at, message_count }: RoomVisit): string {
  const said = plural(message_count, ["{n} message", "{n} messages"]);
  const long = ended_at === null ? [] : [duration(Date.parse(ended_at) - Date.parse(started_at))];
  return [STATUS[status], said, ...long].join(" · ");
}

/** `nameOf` names an agent of the cast. */
export function decisionWords({ agent, by, mute }: RoomDecision, nameOf: (slug: string) => string): string {
  const silenced = mute === null ? "" : t("; {mute} stayed silent after that", { mute: nameOf(mute) });
  return t("{agent} answered {why}{silenced}", { agent: nameOf(agent), why: BY[by], silenced });
}
