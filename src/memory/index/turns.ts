/** Indexes messages: one transaction for all turns that are handed over together, no model needed. */

import type { Trust } from "../../domain/trust.ts";
import type { ChunkStore } from "../ports/index-port.ts";
import type { ChunkDraft, Scope } from "../ports/model.ts";

/**
 * A finished message of a person or an agent. Only its own words: no reasoning, no tool output, no recalled
 * memories.
 */
export interface TurnItem {
  id: string;
  conversation_id: string;
  owner: string;
  agent?: string;
  /** Slug, when the conversation is in a room: its messages stay in that room's memory. */
  room?: string;
  /** Overrides the scope that follows from the room. */
  scope?: Scope;
  role?: "user" | "assistant";
  /** Display name of the speaker. */
  speaker: string;
  /** ms since the epoch; absent when unknown. */
  at?: number;
  text: string;
  /** Trust of the words; an answer inherits it from what its turn saw. */
  trust: Trust;
  /**
   * Neighbours count within one session. Absent: a UTC day, or longer while the exchange goes on past
   * midnight.
   */
  session?: string;
}

/** Longer messages are cut here: search covers the beginning of a message. */
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
