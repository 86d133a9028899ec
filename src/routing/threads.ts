/** Threads: the places on channels where people write, and what each leads to. */
import type { ConversationId } from "../domain/ids.ts";
import type { Channel, Source } from "../domain/inbound.ts";

/** A chat, a topic or a direct message; over HTTP, a sender that the caller names. */
export interface Place {
  channel: Channel;
  /** Empty: the channel's only account. */
  account: string;
  thread: string;
}

/** A place, with the facts that a message tells about it. */
export interface ReportedPlace extends Place {
  is_group?: boolean;
  /** Name of whoever writes there; absent: unknown, or a group. */
  name?: string;
}

export interface Thread extends Place {
  /** Owner of the conversations that begin here. */
  owner: string;
  /** The current conversation; null: the next message begins one. */
  conversation_id: ConversationId | null;
  /** The agent bound to this thread, if any. */
  agent: string | null;
  room: string | null;
  /** In a group: messages that address no agent are answered too. */
  answers_all: boolean;
  /** Whether messages from other places of its conversation are mirrored here. */
  mirror: boolean;
  /** Whether several people read there; null: unknown. */
  is_group: boolean | null;
  /** Number of times that it was begun anew. */
  generation: number;
  /** The conversation before the current one; null: none is known. */
  previous_id: ConversationId | null;
}

/** A thread's binding; `agent: null` removes it. `answers_all` is unchanged if absent. */
export type Binding = (
  | { agent: string | null }
  | { room: string }
  | { conversation_id: ConversationId; mirror?: boolean }
) & {
  answers_all?: boolean | undefined;
};

/** Agents that answer if no other was named. */
export interface ChannelDefaults {
  /** For direct messages; null: the instance's default agent. */
  default_agent: string | null;
  /** For groups; null: no agent. */
  fallback_agent: string | null;
}

/** All methods may reject. */
export interface Threads {
  /** Cached, so that the path to the first token does not wait for D1. */
  at(place: Place): Thread | undefined | Promise<Thread | undefined>;
  defaults(account: Pick<Place, "channel" | "account">): ChannelDefaults | Promise<ChannelDefaults>;
  /** Links the conversation that a message has begun there. An existing link wins. */
  link(place: ReportedPlace, owner: string, id: ConversationId): Promise<void>;
  /** The thread's next message begins another conversation, unless the current one is no longer `not`. */
  beginAnew(place: Place, not: ConversationId): Promise<void>;
}

/** A direct message is its sender's own thread. */
export function threadPlaceOf({ channel, account = "", thread, sender }: Source): Place {
  return { channel, account, thread: thread ?? sender };
}

/** The source's place, with whether several people read it. */
export function toldOf(source: Source): ReportedPlace {
  const { is_group = false, sender_name: name } = source;
  return { ...threadPlaceOf(source), is_group, ...(name !== undefined && !is_group && { name }) };
}

export const NO_DEFAULTS: ChannelDefaults = { default_agent: null, fallback_agent: null };
