/** The author of an input, and the rights to answer an agent's questions and to decide on its calls. Pure. */
import type { Inbound, Source } from "./inbound.ts";
import { type Actor, mayUse, type Place, type Right } from "./principal.ts";

/**
 * Author of an input: the source identifies them to the channel, the actor to the house when they are signed
 * in. A sender's name never grants rights: anybody may choose the owner's name.
 */
export type Author = Pick<Inbound, "source" | "actor">;

/** The person a question is put to, as the turn stores it. */
export interface Speaker {
  source: Source;
  /** Null: no person, but an agent, a schedule or a job. */
  actor: Actor | null;
}

/** The person who acts in an input. Null: no person, or none that is known. */
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

/** Id of the person who caused a turn in a conversation of that owner; undefined: nobody with an account here. */
export function causeOf(actor: Actor | null, owner: string): string | undefined {
  return actor === null ? owner : (actor.person ?? actor.through);
}

const ANSWERS: ReadonlySet<Inbound["type"]> = new Set(["decision", "tool_result", "client_results"]);

const SAID: ReadonlySet<Inbound["type"]> = new Set(["user_message", "command", "reaction"]);

/** Whether the acting person is known to the channel only, not to the house. */
export function isNobodyKnown({
  actor,
  behalf,
  source,
}: Pick<Inbound, "actor" | "behalf" | "source">): boolean {
  return !actor && !behalf && source.channel !== "system" && source.channel !== "conversation";
}

/**
 * The right needed to hand in this input. Whether it concerns a question or call of theirs is checked when it
 * is taken.
 */
export function neededFor(inbound: Inbound): Right {
  if (ANSWERS.has(inbound.type)) return "read";
  if (inbound.type !== "command") return "say";
  const { name } = inbound.command;
  return name === "compact" || name === "undo_compact" ? "manage" : "say";
}

/** Whether the result counts as the owner's doing: their own words, or something they started. */
export function isOwners(actor: Actor | null, owner: string): boolean {
  return actor === null || actor.person === owner;
}

/**
 * Whether `by` may answer a question put to `sender`: the person asked, the owner, and people with the right
 * to decide here.
 */
export function mayAnswer(sender: Speaker, by: Author, place: Place): boolean {
  const { actor } = by;
  if (!actor) return sender.actor?.person == null && isSamePerson(sender.source, by.source);
  if (mayUse(actor, place, "decide")) return true;
  const isAsked = sender.actor?.person === actor.owner || actor.owner === place.owner;
  return isAsked && mayUse(actor, place, "say");
}

/** Whether `by` may allow or deny a call, once or permanently. A person without an account never may. */
export function mayDecide({ actor }: Author, place: Place, isForGood: boolean): boolean {
  return actor !== undefined && mayUse(actor, place, isForGood ? "manage" : "decide");
}

/** Whether both are the same person, as far as the channel and the house know. */
export function isSameSpeaker(a: Speaker, b: Speaker): boolean {
  return isSamePerson(a.source, b.source) && a.actor?.person === b.actor?.person;
}

/** Same channel, thread and sender: equal names in different threads may belong to different people. */
export function isSamePerson(a: Source, b: Source): boolean {
  return isSamePlace(a, b) && a.sender === b.sender;
}

export function isSamePlace(a: Source, b: Source): boolean {
  return a.channel === b.channel && a.thread === b.thread;
}
