/** A socket names an agent as it likes: a message for one that is not there is refused, and not answered by another. */
import { noSuchAgent } from "../../../src/domain/agent.ts";
import type { Inbound, Receipt } from "../../../src/domain/inbound.ts";

export interface AgentLookup {
  /** Whether there is an agent of that name. May reject. */
  hasAgent(slug: string): Promise<boolean>;
}

/** Whether there is anything to look up: most messages name no agent and need not wait. */
export function namesAgent(inbound: Inbound): boolean {
  return inbound.type === "user_message" && inbound.agent !== undefined;
}

/** Undefined when the message may be taken. Where it cannot be told, it is: the turn finds an agent. */
export async function agentRefusal(
  lookup: AgentLookup,
  inbound: Inbound,
): Promise<Extract<Receipt, { status: "refused" }> | undefined> {
  if (inbound.type !== "user_message" || inbound.agent === undefined) return undefined;
  const { agent } = inbound;
  if (await lookup.hasAgent(agent).catch(() => true)) return undefined;
  return { status: "refused", refusal: "not_found", reason: noSuchAgent(agent) };
}
