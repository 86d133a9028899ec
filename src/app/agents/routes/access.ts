/** Access to agents: which ones a person sees and may change, and the version that a change was based on. */
import type { AgentFields } from "../../../agents/fields.ts";
import { type Agent, mayEditAgent, mayTalkTo, noSuchAgent } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Principal } from "../../../domain/principal.ts";
import type { ApiContext } from "../../http/api.ts";
import { servicesOf } from "../services.ts";

export function isVisible(agent: Agent, principal: Principal): boolean {
  return mayTalkTo(agent, principal) || mayEditAgent(agent, principal);
}

/** Throws an AppError when the agent does not exist or is not open to the caller. */
export async function visibleAgent(context: ApiContext, slug: string): Promise<Agent> {
  const agent = await servicesOf(context).agents.get(slug);
  if (!agent || !isVisible(agent, context.get("principal")))
    throw new AppError("resource_not_found", noSuchAgent(slug));
  return agent;
}

/** Throws an AppError when the caller may not change the agent, or when it is at another version than the caller named. */
export async function editableAgent(context: ApiContext, slug: string, named?: number): Promise<Agent> {
  const agent = await visibleAgent(context, slug);
  if (!mayEditAgent(agent, context.get("principal")))
    throw new AppError(
      "forbidden",
      `Only the operator${agent.owner === null ? "" : " and its owner"} may change the agent "${slug}".`,
    );
  for (const expected of [named, ifMatch(context)])
    if (expected !== undefined && expected !== agent.version) throw changedMeanwhile(agent);
  return agent;
}

/** The version in `If-Match: "3"`; a star fits every version. */
function ifMatch(context: ApiContext): number | undefined {
  const header = context.req.header("if-match")?.trim();
  if (header === undefined || header === "*") return undefined;
  const version = /^(?:W\/)?"?(\d+)"?$/.exec(header)?.[1];
  if (version === undefined)
    throw new AppError("malformed_request", 'If-Match names a version of the agent, for example "3".');
  return Number(version);
}

export function changedMeanwhile({ slug, version }: Pick<Agent, "slug" | "version">): AppError {
  return new AppError(
    "conflict",
    `The agent "${slug}" was changed meanwhile: it is at version ${version}. Read it again, and make your change to that.`,
  );
}

/**
 * A member's agent is the member's own; only an operator opens it to others, and what the operator has set of it stays.
 * Throws an AppError that says so.
 */
export function restrictFields(principal: Principal, given: AgentFields, before?: Agent): AgentFields {
  if (principal.role === "admin") return given;
  const { owner } = principal;
  const fields = { ...given, owner: given.owner ?? owner, audience: audienceOf(given) };
  if (fields.owner !== owner) throw notYours("give an agent to somebody else");
  if (fields.conductor && !before?.conductor) throw notYours("make an agent a conductor");
  if (isForOthers(fields, owner) && !isSame(fields.audience, before?.audience))
    throw notYours("open an agent to other people");
  return fields;
}

/** The default audience of a new agent without an owner was nobody's choice, so it becomes empty. */
function audienceOf({ owner, audience }: AgentFields): Agent["audience"] {
  return owner === null && audience === "people" ? [] : audience;
}

function isForOthers({ audience }: AgentFields, owner: string): boolean {
  return typeof audience === "string" || audience.some((id) => id !== owner);
}

function isSame(a: Agent["audience"], b: Agent["audience"] | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function notYours(what: string): AppError {
  return new AppError("forbidden", `Only the operator of this instance may ${what}.`);
}
