/** Who sees what: a person's agents share the person's memory, an agent's own, a room's and a conversation's own stay with them. */
import type { Scope } from "../ports/model.ts";

export interface Reader {
  owner: string;
  /** Slug. */
  agent?: string;
  /** Slug; a reader in a room sees the room's memory of this person only. */
  room?: string;
  /** Id, of a reader in a conversation that keeps its own memory: others take part in it. */
  conversation?: string;
  /** The agent shares nothing with the person's others. */
  alone?: true;
}

/** What a reader is known by elsewhere. `apart`: the conversation keeps its own memory. */
export interface ReaderPlace {
  owner: string;
  /** Slug. */
  agent: string;
  room?: string | undefined;
  conversation_id?: string | undefined;
  apart?: boolean | undefined;
  /** The agent goes by its own memory alone. */
  alone?: boolean | undefined;
}

export function readerAt({ owner, agent, room, conversation_id, apart, alone }: ReaderPlace): Reader {
  const conversation = apart ? conversation_id : undefined;
  return {
    owner,
    agent,
    ...(room !== undefined && { room }),
    ...(conversation !== undefined && { conversation }),
    ...(alone && { alone }),
  };
}

export function scopesOf(reader: Reader): Scope[] {
  const own = ownScope(reader);
  if (own !== undefined) return [own];
  return reader.agent === undefined ? ["person"] : ["person", `agent:${reader.agent}`];
}

/** Where the reader's new memories go. */
export function homeScope(reader: Reader): Scope {
  return ownScope(reader) ?? "person";
}

/** Of the place the reader is in, or of who reads there. */
function ownScope({ room, conversation, agent, alone }: Reader): Scope | undefined {
  if (room !== undefined) return `room:${room}`;
  if (conversation !== undefined) return `conversation:${conversation}`;
  return alone && agent !== undefined ? `agent:${agent}` : undefined;
}

export function parseScope(text: string): Scope | undefined {
  return /^(?:person|(?:agent|room):[a-z0-9][a-z0-9-]*|conversation:cnv_[0-9a-z]+)$/.test(text)
    ? (text as Scope)
    : undefined;
}
