/** Who may answer what an agent asks, and who may allow what it wants to do. Pure. */
import type { Inbound, Source } from "./inbound.ts";
import { mayUse } from "./principal.ts";

/**
 * Whose words an input is: known to the channel by the source, and to the house by the actor if they are signed in. A sender's
 * name is never enough for the owner's rights: anybody may be called what the owner is called.
 */
export type Author = Pick<Inbound, "source" | "actor">;

/** Whether `by` may answer a question that was put to `asked` in a conversation of `owner`. */
export function mayAnswer(asked: Source, by: Author, owner: string): boolean {
  return by.actor ? mayUse(by.actor, { owner }, "say") : isSamePerson(asked, by.source);
}

/** Whether `by` may allow or deny a call of the turn that answers `asked` in a conversation of `owner`. */
export function mayDecide(asked: Source, by: Author, owner: string): boolean {
  return by.actor ? mayUse(by.actor, { owner }, "decide") : isSamePerson(asked, by.source);
}

/** One channel, place and sender: names in different places may be those of different people. */
export function isSamePerson(a: Source, b: Source): boolean {
  return isSamePlace(a, b) && a.sender === b.sender;
}

export function isSamePlace(a: Source, b: Source): boolean {
  return a.channel === b.channel && a.thread === b.thread;
}
