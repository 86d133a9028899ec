/** Access to agents: which ones a person sees and may change, and the version that a change was based on. */
import { z } from "zod";
import type { AgentFields } from "../../../agents/fields.ts";
import { notYours, ownedByMaker } from "../../../agents/ownership.ts";
import { type Agent, mayEditAgent, mayTalkTo, noSuchAgent } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Principal } from "../../../domain/principal.ts";
import type { ApiContext } from "../../http/api.ts";
import { checkEditable } from "../../http/editable.ts";
import { servicesOf } from "../services.ts";

export const agentParams = () => z.object({ slug: z.string().max(100) });

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
  checkEditable(context, agent, { kind: "agent", named });
  return agent;
}

/** A member's agent is the member's own, and no conductor. Throws an AppError that says so. */
export function restrictFields(principal: Principal, given: AgentFields, before?: Agent): AgentFields {
  const fields = ownedByMaker(principal, given, { noun: "an agent", before });
  if (principal.role !== "admin" && fields.conductor && !before?.conductor)
    throw notYours("make an agent a conductor");
  return fields;
}
