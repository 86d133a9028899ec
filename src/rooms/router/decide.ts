/**
 * Decides which agent answers: crisis first, then the room's rules, then the visitor's choice, then the best
 * fit. Pure.
 */
import type { Room } from "../../domain/room.ts";
import type { Decision } from "../../domain/visit.ts";
import type { Signs } from "../crisis/signs.ts";
import type { Verdict } from "./router.ts";

export interface Choice {
  room: Pick<Room, "cast" | "host" | "moderator" | "crisis_agent">;
  /** Slugs of the agents that can answer: they exist and are not muted. */
  present: readonly string[];
  /** Slug of the agent that the visitor chose. */
  selected: string | null;
  signs: Signs;
  /** Undefined: the router was not asked, or its answer was unusable. */
  verdict: Verdict | undefined;
}

export function decide(choice: Choice): Decision {
  return (
    endangered(choice) ?? rude(choice) ?? alone(choice) ?? wished(choice) ?? fitting(choice) ?? atHost(choice)
  );
}

function endangered({ room, present, signs, verdict }: Choice): Decision | undefined {
  const agent = thereOrHost(room.crisis_agent, { room, present });
  if (signs === "certain") return { agent, by: "crisis", reason: "The words speak of danger." };
  if (verdict?.crisis) return { agent, by: "crisis", reason: told(verdict, "The router sees danger.") };
  // No closer look was possible, so a possible sign counts: better once too often.
  if (signs === "possible" && !verdict)
    return { agent, by: "crisis", reason: "The words may speak of danger, and the router gave nothing." };
  return undefined;
}

function rude({ room, present, verdict }: Choice): Decision | undefined {
  if (!verdict?.breaks_rules) return undefined;
  const { mute } = verdict;
  const isMutable = mute !== null && room.cast.includes(mute) && !isNeeded(room, mute);
  return {
    agent: thereOrHost(room.moderator, { room, present }),
    by: "moderation",
    reason: told(verdict, "The router finds it against the rules."),
    ...(isMutable && { mute }),
  };
}

/** The host replaces an agent that no longer exists on the instance. */
function thereOrHost(agent: string | null, { room, present }: Pick<Choice, "room" | "present">): string {
  return agent !== null && present.includes(agent) ? agent : room.host;
}

/** The room cannot do without its host, its moderator and its crisis agent, so these are never muted. */
function isNeeded({ host, moderator, crisis_agent }: Choice["room"], agent: string): boolean {
  return [host, moderator, crisis_agent].includes(agent);
}

function alone({ present: [only, ...others] }: Choice): Decision | undefined {
  if (only === undefined || others.length > 0) return undefined;
  return { agent: only, by: "only", reason: "Nobody else is there." };
}

function wished({ present, selected, verdict }: Choice): Decision | undefined {
  if (selected === null || !present.includes(selected)) return undefined;
  if (verdict && !verdict.is_selection_fitting) return undefined;
  return { agent: selected, by: "selection", reason: "The visitor has chosen them." };
}

function fitting({ present, verdict }: Choice): Decision | undefined {
  if (!verdict || !present.includes(verdict.agent)) return undefined;
  return { agent: verdict.agent, by: "router", reason: told(verdict, "The router finds them fitting.") };
}

function atHost({ room, verdict }: Choice): Decision {
  const reason = verdict
    ? `The router named ${verdict.agent || "nobody"}, who cannot answer.`
    : "The router gave nothing.";
  return { agent: room.host, by: "host", reason };
}

function told({ reason }: Verdict, otherwise: string): string {
  return reason === "" ? otherwise : reason;
}
