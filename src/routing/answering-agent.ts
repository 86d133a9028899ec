/** A client names an agent as it likes: a message for one that is not there is refused, and not answered by another. */
import { noSuchAgent } from "../domain/agent.ts";
import { type Refused, refused, type UserMessage } from "../domain/inbound.ts";
import { ownTextOf } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { mentionIn } from "./route.ts";

export interface AgentLookup {
  /** Whether there is an agent of that name. May reject. */
  hasAgent(slug: string): Promise<boolean>;
  /** Whether that agent is there for them; null is the instance's default. Rejects when nobody can tell. */
  mayTalk(slug: string | null, who: Principal): Promise<boolean>;
}

/** Whether there is anything to look up: most messages name no agent and need not wait. */
export function namesAgent({ agent, parts }: UserMessage): boolean {
  return agent !== undefined || mentionIn(ownTextOf(parts)) !== undefined;
}

/** The message with who answers it. Where it cannot be told whether a wished agent is there, the turn finds one. */
export async function withAgent(lookup: AgentLookup, message: UserMessage): Promise<UserMessage | Refused> {
  const wished = message.agent;
  const slug = wished ?? mentionIn(ownTextOf(message.parts));
  if (slug === undefined) return message;
  const isThere = await lookup.hasAgent(slug).catch(() => wished !== undefined);
  if (!isThere) return wished === undefined ? message : refused("not_found", noSuchAgent(slug));
  return (await keptFrom(lookup, slug, message.actor)) ?? { ...message, agent: slug };
}

/** Why the agent does not talk to them, if so. Where that cannot be told nobody is let through. */
export async function keptFrom(
  lookup: Pick<AgentLookup, "mayTalk">,
  slug: string | null,
  who: Principal | undefined,
): Promise<Refused | undefined> {
  if (who === undefined) return undefined;
  const name = slug === null ? "the agent of this instance" : `the agent "${slug}"`;
  try {
    if (await lookup.mayTalk(slug, who)) return undefined;
    return refused(
      "forbidden",
      `${capital(name)} does not talk to everybody, and not to you. Ask who keeps it.`,
    );
  } catch {
    const reason = `It cannot be told just now whether ${name} talks to you. Try again in a minute.`;
    return refused("unavailable", reason);
  }
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
