/**
 * Chooses the agent for a message in a room, in the order of crisis, rules, wish and fit; the host if nothing
 * else applies.
 */
import type { CastRequest } from "../../../../durable-objects/conversation/context/casting.ts";
import type { Visiting } from "../../../../durable-objects/conversation/context/visiting.ts";
import type { PromptTexts } from "../../../agent/prompts/prompt-texts.ts";
import type { Agent } from "../../../domain/agent.ts";
import { type Message, textOf } from "../../../domain/message.ts";
import { within } from "../../../domain/time/deadline.ts";
import { mutedAt } from "../../../domain/visit/clock.ts";
import type { Decision } from "../../../domain/visit.ts";
import { signsOf } from "../../../rooms/crisis/signs.ts";
import { decide } from "../../../rooms/router/decide.ts";
import { askRouter, type RouterQuestion, type Verdict } from "../../../rooms/router/router.ts";
import { addressee } from "./addressee.ts";

/** A person waits, so a router that takes longer is ignored. */
const PATIENCE_MS = 3_000;
const RECENT = 3;

export interface ChoosingDeps {
  /** Cached; rejects only when storage fails. */
  agent(slug: string): Agent | Promise<Agent>;
  /** Whether an agent of that name still exists. */
  has(slug: string): boolean | Promise<boolean>;
  /** `provider/model`; undefined if no model can route. */
  fastModel(): string | undefined;
  /** Whether the model's API takes a schema for the answer. */
  takesForm(model: string): boolean;
  prompts: Pick<PromptTexts, "known">;
}

interface Asked {
  request: CastRequest;
  visiting: Visiting;
}

/** Rejects only when storage fails. */
export async function chooseSpeaker(
  deps: ChoosingDeps,
  asked: Asked,
  wanted: AbortSignal,
): Promise<Decision> {
  const { request, visiting } = asked;
  const { room } = visiting.visit.start;
  const { host } = room;
  const said = request.recent().slice(-RECENT);
  const newest = said.at(-1);
  if (newest?.role !== "user") return { agent: host, by: "host", reason: "Nobody of the visitors spoke." };
  const there = await Promise.all(room.cast.map((slug) => deps.has(slug)));
  const muted = mutedAt(visiting.visit, visiting.now).map(({ agent }) => agent);
  const present = room.cast.filter((slug, index) => there[index] && !muted.includes(slug));
  const selected = request.turn.agent ?? addressee(textOf(newest.parts), visiting.visit.start.names);
  const signs = signsOf(textOf(newest.parts));
  const scene = { room, present, selected, signs };
  if (present.length <= 1 || signs === "certain") return decide({ ...scene, verdict: undefined });
  const verdict = await verdictOf(deps, { ...asked, present, muted, selected, said, signs }, wanted);
  return decide({ ...scene, verdict });
}

type Questioned = Asked &
  Pick<RouterQuestion, "muted" | "selected"> & {
    present: readonly string[];
    said: readonly Message[];
    signs: "none" | "possible";
  };

/** Undefined if the router could not be asked, or gave nothing usable in time. */
async function verdictOf(
  deps: ChoosingDeps,
  { visiting, present, muted, selected, said, signs }: Questioned,
  wanted: AbortSignal,
): Promise<Verdict | undefined> {
  const { room, names } = visiting.visit.start;
  const model = room.router_model ?? deps.fastModel();
  if (model === undefined || model.startsWith("offline/")) return undefined;
  const agents = await Promise.all(present.map((slug) => deps.agent(slug)));
  const recent = said.map((message) => ({ speaker: speakerOf(message, names), text: textOf(message.parts) }));
  const question = { room, agents, muted, selected, recent, signs };
  const routing = { ...question, model, takesForm: deps.takesForm(model), prompts: deps.prompts };
  const bounds = { ms: PATIENCE_MS, later: visiting.later, stop: wanted };
  try {
    const answer = await within(bounds, (signal) => askRouter(visiting.ask, routing, signal));
    return answer.status === "ready" ? answer.value : undefined;
  } catch {
    return undefined;
  }
}

function speakerOf({ role, agent, author }: Message, names: Readonly<Record<string, string>>): string {
  if (role === "user") return author ?? "Visitor";
  return names[agent ?? ""] ?? agent ?? "";
}
