/** Who may answer what an agent asks, and who may allow what it wants to do. Pure. */
import type { Inbound, Source } from "./inbound.ts";
import { mayUse } from "./principal.ts";

/** Whose words an input is: known to the channel by the source, and to the house by the actor if they are signed in. */
export type Author = Pick<Inbound, "source" | "actor">;

/** Whether `by` may answer a question that was put to `asked` in a conversation of `owner`. */
export function mayAnswer(asked: Source, by: Author, owner: string): boolean {
  return isSamePerson(asked, by.source) || hasRightsOf(owner, by);
}

/** Whether `by` may allow or deny a call of the turn that answers `asked` in a conversation of `owner`. */
export function mayDecide(asked: Source, by: Author, owner: string): boolean {
  return isSamePerson(asked, by.source) || hasRightsOf(owner, by);
}

/** One channel, place and sender: names in different places may be those of different people. */
export function isSamePerson(a: Source, b: Source): boolean {
  return isSamePlace(a, b) && a.sender === b.sender;
}

export function isSamePlace(a: Source, b: Source): boolean {
  return a.channel === b.channel && a.thread === b.thread;
}

/** A sender's name is never enough: anybody may be called what the owner is called. */
function hasRightsOf(owner: string, { actor }: Author): boolean {
  return actor !== undefined && mayUse(actor, owner);
}
