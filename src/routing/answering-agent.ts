/**
 * Validates the agent that a client names: a message to a missing agent is refused, and never answered by
 * another one.
 */
import { noSuchAgent } from "../domain/agent.ts";
import { type RefusedInput, refuseInput } from "../domain/conversation/receipt.ts";
import type { UserMessage } from "../domain/inbound.ts";
import { ownTextOf } from "../domain/message.ts";
import { isClient, type Principal } from "../domain/principal.ts";
import { mentionIn } from "./route.ts";

export interface AgentLookup {
  /** Whether an agent of that name exists. May reject. */
  hasAgent(slug: string): Promise<boolean>;
  /**
   * Whether the agent is available to that principal; null means the instance's default. Rejects if it cannot
   * be determined.
   */
  mayTalk(slug: string | null, who: Principal): Promise<boolean>;
}

/** Whether a lookup is needed: most messages name no agent and need not wait. */
export function namesAgent({ agent, parts }: UserMessage): boolean {
  return agent !== undefined || mentionIn(ownTextOf(parts)) !== undefined;
}

/**
 * Returns the message with its agent resolved. An agent that is not available to the sender counts as
 * missing. If the lookup fails, the name is kept and the turn resolves it.
 */
export async function withAgent(
  lookup: AgentLookup,
  message: UserMessage,
  who: Principal,
): Promise<UserMessage | RefusedInput> {
  const named = message.agent;
  const slug = named ?? mentionIn(ownTextOf(message.parts));
  if (slug === undefined) return message;
  const isThere = await lookup.hasAgent(slug).catch(() => named !== undefined);
  const kept = isThere ? await keptFrom(lookup, slug, who) : noneFor(slug);
  if (!kept) return { ...message, agent: slug };
  // Text that begins with an unknown @name is ordinary text.
  return named === undefined && kept.refusal === "not_found" ? message : kept;
}

/** The refusal if the agent is not available to the sender. A failed lookup refuses too. */
export async function keptFrom(
  lookup: Pick<AgentLookup, "mayTalk">,
  slug: string | null,
  who: Principal | undefined,
): Promise<RefusedInput | undefined> {
  if (who === undefined) return undefined;
  try {
    return (await lookup.mayTalk(slug, who)) ? undefined : noneFor(slug);
  } catch {
    const name = slug === null ? "the agent of this instance" : `the agent "${slug}"`;
    const reason = `Nightjar can't check right now whether ${name} is available to you. Try again in a minute.`;
    return refuseInput("unavailable", reason);
  }
}

/** An agent that is not available is reported exactly like a missing one. */
function noneFor(slug: string | null): RefusedInput {
  return slug === null
    ? refuseInput("forbidden", NOBODY_FOR_YOU)
    : refuseInput("not_found", noSuchAgent(slug));
}

/** Reason given when the default agent is not available to the sender. */
export const NOBODY_FOR_YOU =
  "No agent that is available to you answers here. Name one that is, or ask the operator of this instance.";

/** Whether an agent of that name is available to the principal. */
export async function isThereFor(lookup: AgentLookup, slug: string, who: Principal): Promise<boolean> {
  return (await lookup.hasAgent(slug)) && lookup.mayTalk(slug, who);
}

/** On a client's bot, the agent that the client has set there answers everybody, strangers too. */
export function asSetFor({ stranger, ...who }: Principal): Principal {
  return stranger && !isClient(who.owner) ? { ...who, stranger } : who;
}
