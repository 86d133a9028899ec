/** Indexing of what was said: one transaction for all turns that are handed over together, no model needed. */

import type { Trust } from "../../domain/trust.ts";
import type { ChunkStore } from "../ports/index-port.ts";
import type { ChunkDraft, Scope } from "../ports/model.ts";

/** A finished message of a person or an agent. Only its own words: no reasoning, no tool output, nothing recalled. */
export interface TurnItem {
  id: string;
  conversation_id: string;
  owner: string;
  agent?: string;
  /** Slug, when the conversation is in a room: what is said there stays there. */
  room?: string;
  /** In place of the room's or the person's. */
  scope?: Scope;
  role?: "user" | "assistant";
  /** Who said it, for people to read. */
  speaker: string;
  /** ms since the epoch; absent when it is not known. */
  at?: number;
  text: string;
  /** Of the words: an answer's is that of what its turn saw. */
  trust: Trust;
  /** Neighbours count within one session; absent: the day, and a talk that goes on over its end. */
  session?: string;
}

/** Longer messages are cut here: what is searched of a message is how it begins. */
const MAX_TURN_CHARACTERS = 8_000;

export async function indexTurns(chunks: ChunkStore, items: readonly TurnItem[], now: number): Promise<void> {
  const drafts = items.filter((item) => item.text.trim() !== "").map(turnDraft);
  if (drafts.length > 0) await chunks.put(drafts, now);
}

function turnDraft(item: TurnItem): ChunkDraft {
  return {
    owner: item.owner,
    scope: item.scope ?? scopeOf(item.room),
    kind: "turn",
    source: item.conversation_id,
    key: item.id,
    session: item.session ?? dayOf(item.at),
    speaker: item.speaker,
    role: item.role ?? "",
    agent: item.agent ?? "",
    ...(item.at === undefined ? {} : { said_at: item.at }),
    text: item.text.slice(0, MAX_TURN_CHARACTERS),
    trust: item.trust,
  };
}

function dayOf(at: number | undefined): string {
  return at === undefined ? "" : new Date(at).toISOString().slice(0, 10);
}

function scopeOf(room: string | undefined): Scope {
  return room === undefined ? "person" : `room:${room}`;
}
