/**
 * Who answers a message, the first that holds: the agent that the sender's client asks for, the agent that the words
 * begin with as `@slug`, else the conversation's own.
 */

/** What is known of the agents that the message names. */
export interface Known {
  /** The one that the client asks for; it is there. */
  wished: string | undefined;
  isAgent(slug: string): boolean;
}

/** Undefined: the conversation's own agent. Pure. */
export function route(text: string, { wished, isAgent }: Known): string | undefined {
  if (wished !== undefined) return wished;
  const mentioned = mentionIn(text);
  return mentioned !== undefined && isAgent(mentioned) ? mentioned : undefined;
}

/** What may be the name of an agent, at the beginning of a text. */
export function mentionIn(text: string): string | undefined {
  return /^\s*@([a-z0-9][a-z0-9-]{0,62})(?=$|[\s,:;.!?])/i.exec(text)?.[1]?.toLowerCase();
}
