/** Threads: the places of channels where people write, and what each leads to. */
import type { ConversationId } from "../domain/ids.ts";
import type { Channel, Source } from "../domain/inbound.ts";

/** A chat, a topic, a direct message; over HTTP, a sender that the caller names. */
export interface Place {
  channel: Channel;
  /** Empty: the only account of its channel. */
  account: string;
  thread: string;
}

/** A place as a message tells of it. */
export interface Told extends Place {
  is_group?: boolean;
}

export interface Thread extends Place {
  /** Whose conversations are made here. */
  owner: string;
  /** The current one; null: the next message begins one. */
  conversation_id: ConversationId | null;
  /** Who answers here, if somebody has said so. */
  agent: string | null;
  room: string | null;
  /** In a group: also what nobody has said to an agent is answered. */
  answers_all: boolean;
  /** Whether what is said elsewhere in its conversation is shown here. */
  mirror: boolean;
  /** Whether more people than one read there; null: nobody knows. */
  is_group: boolean | null;
  /** How often it was begun anew. */
  generation: number;
  /** The conversation that went on here before; null: none that is known. */
  previous_id: ConversationId | null;
}

/** What a thread is bound to; `agent: null` takes a binding away. `answers_all` stays as it is where it is absent. */
export type Binding = (
  | { agent: string | null }
  | { room: string }
  | { conversation_id: ConversationId; mirror?: boolean }
) & {
  answers_all?: boolean | undefined;
};

/** Who answers where nobody else was named. */
export interface ChannelDefaults {
  /** In a direct message; null: the instance's default agent. */
  default_agent: string | null;
  /** In a group; null: nobody. */
  fallback_agent: string | null;
}

/** All may reject. */
export interface Threads {
  /** From memory where it is known: the way to the first word does not wait for D1. */
  at(place: Place): Thread | undefined | Promise<Thread | undefined>;
  defaults(account: Pick<Place, "channel" | "account">): ChannelDefaults | Promise<ChannelDefaults>;
  /** The conversation that a message has begun there. One that is linked already stays. */
  link(place: Told, owner: string, id: ConversationId): Promise<void>;
  /** The next message there begins another conversation, unless `not` is no longer the current one. */
  beginAnew(place: Place, not: ConversationId): Promise<void>;
}

/** A direct message has no thread but the one with its sender. */
export function placeOf({ channel, account = "", thread, sender }: Source): Place {
  return { channel, account, thread: thread ?? sender };
}

/** The same with who reads there. */
export function toldOf(source: Source): Told {
  return { ...placeOf(source), is_group: source.is_group === true };
}

export const NO_DEFAULTS: ChannelDefaults = { default_agent: null, fallback_agent: null };
