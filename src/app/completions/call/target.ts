/** Agents and rooms, offered to programs as models. */
import { mayTalkTo, type ToolRule } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import { DEFAULT_MODE, MODES } from "../../../domain/fields/mode.ts";
import { mayEnter } from "../../../rooms/access.ts";
import type { ApiContext } from "../../http/api.ts";
import { servicesOf } from "../services.ts";
import type { ToolsWish } from "./client-tools.ts";

export type Target = { agent: string } | { room: string };

interface NamedTarget {
  target: Target;
  /** Set by the suffix of the model's name. */
  wish: ToolsWish | undefined;
  mode: string | undefined;
}

/** `tutor:client`: the agent with the program's tools alone. */
const SUFFIX = /:(client|agent)$/;
/** `tutor:research`: the agent in that mode. */
const MODE_SUFFIX = new RegExp(`:(${MODES.filter((mode) => mode !== DEFAULT_MODE).join("|")})$`);

export interface TargetSummary {
  id: string;
  name: string;
  description: string;
  created_at: number;
  kind: "agent" | "room";
  /** Tools before which an agent asks its person, and tools that it does not use; `*` stands for all others. */
  asks_first: string[];
  never_uses: string[];
}

/** Throws an AppError that lists what there is, when nothing of that name may be talked to. */
export async function targetOf(context: ApiContext, model: string): Promise<NamedTarget> {
  const { frontDoor, rooms } = servicesOf(context);
  const principal = context.get("principal");
  const wish = SUFFIX.exec(model)?.[1] as ToolsWish | undefined;
  const bare = model.replace(SUFFIX, "");
  const mode = MODE_SUFFIX.exec(bare)?.[1];
  const name = bare.replace(MODE_SUFFIX, "");
  if ((await frontDoor.checkAgent(name, principal)).ok) return { target: { agent: name }, wish, mode };
  const room = await rooms.get(name);
  if (room && mayEnter(room, principal)) return { target: { room: name }, wish, mode };
  throw await noSuchModel(context, model);
}

export async function noSuchModel(context: ApiContext, model: string): Promise<AppError> {
  const there = (await listTargets(context)).map(({ id }) => id).join(", ");
  const reason = `model: there is no "${model}" that you may talk to. A model is an agent or a room here: ${there}.`;
  return new AppError("resource_not_found", reason);
}

/** Agents go first: a room of the same name is not reached by it. */
export async function listTargets(context: ApiContext): Promise<TargetSummary[]> {
  const { agents, rooms } = servicesOf(context);
  const principal = context.get("principal");
  const [some, places] = await Promise.all([agents.list(), rooms.list()]);
  const found = [
    ...some.filter((agent) => mayTalkTo(agent, principal)).map((agent) => shown(agent, "agent")),
    ...places.filter((room) => mayEnter(room, principal)).map((room) => shown(room, "room")),
  ];
  return found.filter(({ id }, at) => found.findIndex((other) => other.id === id) === at);
}

interface Shown {
  slug: string;
  name: string;
  description?: string | undefined;
  /** An agent's description: what it is in a sentence. */
  role?: string | undefined;
  created_at?: number | undefined;
  tools?: Readonly<Record<string, ToolRule>> | undefined;
}

function shown(
  { slug, name, role = "", description = role, created_at = 0, tools = {} }: Shown,
  kind: TargetSummary["kind"],
): TargetSummary {
  const ruled = (rule: ToolRule) => Object.keys(tools).filter((tool) => tools[tool] === rule);
  return {
    ...{ id: slug, name, description, created_at, kind },
    ...{ asks_first: ruled("ask"), never_uses: ruled("deny") },
  };
}
