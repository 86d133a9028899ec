/** Casting in rooms: which agent answers, and how it is changed for the room. */
import type {
  Cast,
  Casting,
  CastRequest,
  CrisisHelp,
} from "../../../../durable-objects/conversation/context/casting.ts";
import type { Visiting } from "../../../../durable-objects/conversation/context/visiting.ts";
import type { Agent, AgentLimits } from "../../../domain/agent.ts";
import type { Decision, Visit } from "../../../domain/visit.ts";
import { helpFrom } from "../../../rooms/crisis/help.ts";
import { type ChoosingDeps, chooseSpeaker } from "./choose.ts";
import { framingOf, hostMemoryText, placeOf } from "./framing.ts";

const DAY_MS = 86_400_000;
/** Steps of one answer: enough to call tools that are shared with the room. */
const MOST_STEPS = 4;

export interface CastingDeps extends ChoosingDeps {
  /** A person's language as a BCP 47 tag; null if they have set none. Never rejects. */
  language(person: string): string | null | Promise<string | null>;
}

/** Conversations outside rooms go to `next`. */
export function inRooms(deps: CastingDeps): (next: Casting) => Casting {
  return (next) => ({
    async cast(request, wanted) {
      const { visiting } = request;
      if (!visiting) return next.cast(request, wanted);
      const decision = visiting.decided ?? (await decided(deps, { request, visiting }, wanted));
      // A visitor may choose the agent, but not its model.
      const turn = { ...request.turn, agent: decision.agent, model: null };
      const meta = { ...request.meta, model: null };
      const cast = await next.cast({ ...request, turn, meta }, wanted);
      const help = await helpFor(deps, decision, visiting);
      return asInRoom({ ...cast, ...(help && { help }) }, { visiting, decision });
    },
  });
}

async function decided(
  deps: ChoosingDeps,
  { request, visiting }: { request: CastRequest; visiting: Visiting },
  wanted: AbortSignal,
): Promise<Decision> {
  const decision = await chooseSpeaker(deps, { request, visiting }, wanted);
  // A stopped turn decides nothing more.
  if (!wanted.aborted) visiting.decide(decision, changeBy(decision, visiting));
  return decision;
}

function changeBy({ by, mute }: Decision, { visit, person, now }: Visiting): Partial<Visit> {
  const until = now + visit.start.room.mute_minutes * 60_000;
  const others = visit.muted.filter(({ agent }) => agent !== mute);
  return {
    ...(mute !== undefined && { muted: [...others, { agent: mute, until }] }),
    ...(by === "crisis" && person !== null && { crisis: { ...visit.crisis, [person]: now } }),
  };
}

function asInRoom(cast: Cast, { visiting, decision }: { visiting: Visiting; decision: Decision }): Cast {
  const { visit, now } = visiting;
  const { room, names, remembered } = visit.start;
  const isHost = decision.agent === room.host;
  const { agent, by } = decision;
  const isHelped = cast.help?.isFirst === true;
  const scene = { visit, agent, by, now, isTender: isTender(visiting), isHelped };
  const memory = isHost ? hostMemoryText(remembered, names) : "";
  return {
    ...cast,
    agent: bare(cast.agent),
    sections: () => (memory === "" ? [] : [memory]),
    limits: withinRoom(cast.limits, visit),
    // A visitor waits for few words, which thinking would use up.
    reasoning: "off",
    steering: "next_turn",
    tools: [],
    place: placeOf(scene),
    framing: framingOf(scene),
    ...(isHost && { view: room.host_memory }),
  };
}

/** In a shared room the help comes only when the model says nothing: it would tell the others who is in danger. */
async function helpFor(
  { language }: CastingDeps,
  { by }: Decision,
  { visit, person }: Visiting,
): Promise<CrisisHelp | undefined> {
  if (by !== "crisis") return undefined;
  const { crisis, is_shared } = visit.start.room;
  const text = helpFrom(crisis.resources, person === null ? null : await language(person));
  return text === undefined ? undefined : { text, isFirst: !is_shared };
}

/** The agent brings its persona, but no memory, skills or files from elsewhere. */
function bare(agent: Agent): Agent {
  return { ...agent, memory: "none", skills: [], context: { full: [], operational: [] }, context_tiers: {} };
}

function withinRoom(limits: AgentLimits, { start: { room } }: Visit): AgentLimits {
  const max_output_tokens = Math.min(limits.max_output_tokens, room.limits.reply_tokens);
  return {
    ...limits,
    max_output_tokens,
    at_token_limit: "finish",
    max_steps: Math.min(limits.max_steps, MOST_STEPS),
  };
}

/** Whether the person being answered had a crisis recently. Nothing reveals it to the others in the room. */
function isTender({ visit, person, now }: Visiting): boolean {
  const at = person === null ? undefined : visit.crisis[person];
  return at !== undefined && now - at < visit.start.room.crisis.days * DAY_MS;
}
