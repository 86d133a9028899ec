/**
 * Visibility of memory: a person's agents share the person's memory; an agent's, a room's and a
 * conversation's own memory stays there.
 */
import type { Scope } from "../ports/model.ts";

export interface Reader {
  owner: string;
  /** Slug. */
  agent?: string;
  /** Slug; a reader in a room sees only the room's memory of this person. */
  room?: string;
  /** Id of a conversation with its own memory, since others take part in it. */
  conversation?: string;
  /** The agent does not share the memory of the person's other agents. */
  alone?: true;
}

/** A reader in the terms of other folders. `apart`: the conversation has its own memory. */
interface ReaderPlace {
  owner: string;
  /** Slug. */
  agent: string;
  room?: string | undefined;
  conversation_id?: string | undefined;
  apart?: boolean | undefined;
  /** The agent uses its own memory only. */
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

/** Scope of the reader's new memories. */
export function homeScope(reader: Reader): Scope {
  return ownScope(reader) ?? "person";
}

/** The only scope of a reader in a place or of an agent with its own memory; undefined for all others. */
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
