/** A client names an agent as it likes: a message for one that is not there is refused, and not answered by another. */
import { noSuchAgent } from "../domain/agent.ts";
import { type Refused, refused, type UserMessage } from "../domain/inbound.ts";
import { ownTextOf } from "../domain/message.ts";
import { isClient, type Principal } from "../domain/principal.ts";
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

/**
 * The message with who answers it. An agent that does not talk to them is told of as one that is not there. Where it
 * cannot be told whether a wished agent is there, the turn finds one.
 */
export async function withAgent(
  lookup: AgentLookup,
  message: UserMessage,
  who: Principal,
): Promise<UserMessage | Refused> {
  const wished = message.agent;
  const slug = wished ?? mentionIn(ownTextOf(message.parts));
  if (slug === undefined) return message;
  const isThere = await lookup.hasAgent(slug).catch(() => wished !== undefined);
  const kept = isThere ? await keptFrom(lookup, slug, who) : noneFor(slug);
  if (!kept) return { ...message, agent: slug };
  // What begins with a name that nobody here bears are words like any other.
  return wished === undefined && kept.refusal === "not_found" ? message : kept;
}

/** Why the agent does not talk to them, if so. Where that cannot be told nobody is let through. */
export async function keptFrom(
  lookup: Pick<AgentLookup, "mayTalk">,
  slug: string | null,
  who: Principal | undefined,
): Promise<Refused | undefined> {
  if (who === undefined) return undefined;
  try {
    return (await lookup.mayTalk(slug, who)) ? undefined : noneFor(slug);
  } catch {
    const name = slug === null ? "the agent of this instance" : `the agent "${slug}"`;
    const reason = `It cannot be told just now whether ${name} talks to you. Try again in a minute.`;
    return refused("unavailable", reason);
  }
}

/** Whoever may not talk to an agent is told what they would be told if there were none. */
function noneFor(slug: string | null): Refused {
  return slug === null ? refused("forbidden", NOBODY_FOR_YOU) : refused("not_found", noSuchAgent(slug));
}

/** Of who answers where nobody is named. */
export const NOBODY_FOR_YOU =
  "No agent that you may talk to answers here. Name one that you may talk to, or ask whoever keeps this instance.";

/** Whether such an agent is there for them. */
export async function isThereFor(lookup: AgentLookup, slug: string, who: Principal): Promise<boolean> {
  return (await lookup.hasAgent(slug)) && lookup.mayTalk(slug, who);
}

/** On a client's bot, whoever writes is answered by the client's own agent that was set to answer there. */
export function asSetFor({ stranger, ...who }: Principal): Principal {
  return stranger && !isClient(who.owner) ? { ...who, stranger } : who;
}
