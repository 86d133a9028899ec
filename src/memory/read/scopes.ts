/** Who sees what: a person's agents share the person's memory, an agent's own and a room's own stay with them. */
import type { Scope } from "../ports/model.ts";

export interface Reader {
  owner: string;
  /** Slug. */
  agent?: string;
  /** Slug; a reader in a room sees the room's memory of this person only. */
  room?: string;
}

export function scopesOf(reader: Reader): Scope[] {
  if (reader.room !== undefined) return [`room:${reader.room}`];
  return reader.agent === undefined ? ["person"] : ["person", `agent:${reader.agent}`];
}

/** Where the reader's new memories go. */
export function homeScope(reader: Reader): Scope {
  return reader.room === undefined ? "person" : `room:${reader.room}`;
}

export function parseScope(text: string): Scope | undefined {
  return /^(?:person|(?:agent|room):[a-z0-9][a-z0-9-]*)$/.test(text) ? (text as Scope) : undefined;
}
