/** A client names an agent as it likes: a message for one that is not there is refused, and not answered by another. */
import { noSuchAgent } from "../domain/agent.ts";
import { type Refused, refused, type UserMessage } from "../domain/inbound.ts";
import { textOf } from "../domain/message.ts";
import { mentionIn, route } from "./route.ts";

export interface AgentLookup {
  /** Whether there is an agent of that name. May reject. */
  hasAgent(slug: string): Promise<boolean>;
}

/** Whether there is anything to look up: most messages name no agent and need not wait. */
export function namesAgent({ agent, parts }: UserMessage): boolean {
  return agent !== undefined || mentionIn(textOf(parts)) !== undefined;
}

/** The message with who answers it. Where it cannot be told whether a wished agent is there, the turn finds one. */
export async function withAgent(lookup: AgentLookup, message: UserMessage): Promise<UserMessage | Refused> {
  const { agent: wished, parts } = message;
  const text = textOf(parts);
  if (wished !== undefined) {
    const isThere = await lookup.hasAgent(wished).catch(() => true);
    return isThere ? message : refused("not_found", noSuchAgent(wished));
  }
  const mentioned = mentionIn(text);
  const isThere = mentioned !== undefined && (await lookup.hasAgent(mentioned).catch(() => false));
  const agent = route(text, { wished, isAgent: () => isThere });
  return agent === undefined ? message : { ...message, agent };
}
