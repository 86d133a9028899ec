/** Whose words an input is; who may answer what an agent asks, and who may allow what it wants to do. Pure. */
import type { Inbound, Source } from "./inbound.ts";
import { type Actor, mayUse, type Place, type Right } from "./principal.ts";

/**
 * Whose words an input is: known to the channel by the source, and to the house by the actor if they are signed in. A sender's
 * name is never enough for anybody's rights: everybody may be called what the owner is called.
 */
export type Author = Pick<Inbound, "source" | "actor">;

/** To whom a question is put, as the turn keeps it. */
export interface Speaker {
  source: Source;
  /** Null: no person; somebody's agent, a schedule, a job. */
  actor: Actor | null;
}

/** Who does what an input does. Null: no person, or not that anybody knows. */
export function actorOf(inbound: Inbound): Actor | null {
  const { actor, behalf, source } = inbound;
  if (actor) return { person: actor.owner, name: actor.name };
  if (behalf) return behalf;
  const isSaid = SAID.has(inbound.type);
  if (!isSaid || !isNobodyKnown(inbound)) return null;
  const through = source.channel === "http" ? source.account : undefined;
  const name = source.sender_name ?? source.sender;
  return { person: null, name, ...(through !== undefined && { through }) };
}

/** Who has caused a turn in a conversation of that owner, by their id; undefined: somebody whom nobody here knows. */
export function causeOf(actor: Actor | null, owner: string): string | undefined {
  return actor === null ? owner : (actor.person ?? actor.through);
}

const SAID: ReadonlySet<Inbound["type"]> = new Set(["user_message", "command", "reaction"]);

/** Whether a person does it of whom the house knows no more than their channel tells. */
export function isNobodyKnown({
  actor,
  behalf,
  source,
}: Pick<Inbound, "actor" | "behalf" | "source">): boolean {
  return !actor && !behalf && source.channel !== "system" && source.channel !== "conversation";
}

/** What it takes to hand this in. Whose question or call it is about is looked at where it is taken. */
export function neededFor(inbound: Inbound): Right {
  if (inbound.type === "decision" || inbound.type === "tool_result") return "read";
  if (inbound.type !== "command") return "say";
  const { name } = inbound.command;
  return name === "compact" || name === "undo_compact" ? "manage" : "say";
}

/** Whether what it leads to is the owner's doing: their own words, or what they have set going. */
export function isOwners(actor: Actor | null, owner: string): boolean {
  return actor === null || actor.person === owner;
}

/** Whether `by` may answer a question that was put to `asked`: they themselves, the owner, and who may decide here. */
export function mayAnswer(asked: Speaker, by: Author, place: Place): boolean {
  const { actor } = by;
  if (!actor) return asked.actor?.person == null && isSamePerson(asked.source, by.source);
  if (mayUse(actor, place, "decide")) return true;
  const isAsked = asked.actor?.person === actor.owner || actor.owner === place.owner;
  return isAsked && mayUse(actor, place, "say");
}

/** Whether `by` may allow or deny a call, once or for good. Nobody does whom the house does not know. */
export function mayDecide({ actor }: Author, place: Place, isForGood: boolean): boolean {
  return actor !== undefined && mayUse(actor, place, isForGood ? "manage" : "decide");
}

/** The same person, as far as the channel and the house know. */
export function isSameSpeaker(a: Speaker, b: Speaker): boolean {
  return isSamePerson(a.source, b.source) && a.actor?.person === b.actor?.person;
}

/** One channel, place and sender: names in different places may be those of different people. */
export function isSamePerson(a: Source, b: Source): boolean {
  return isSamePlace(a, b) && a.sender === b.sender;
}

export function isSamePlace(a: Source, b: Source): boolean {
  return a.channel === b.channel && a.thread === b.thread;
}
