/** Indexing of what was said: one transaction for all turns that are handed over together, no model needed. */
import type { ChunkDraft, Scope } from "../model.ts";
import type { ChunkStore, Embedder, VectorIndex } from "../ports.ts";
import { putPassages } from "./passages.ts";

/** A finished message of a person or an agent. Only its own words: no reasoning, no tool output, nothing recalled. */
export interface TurnItem {
  id: string;
  conversation_id: string;
  owner: string;
  agent?: string;
  /** Slug, when the conversation is in a room: what is said there stays there. */
  room?: string;
  role: "user" | "assistant";
  /** Who said it, for people to read. */
  speaker: string;
  /** ms since the epoch. */
  at: number;
  text: string;
  /** Neighbours count within one session; absent: the day. */
  session?: string;
}

/** Longer messages are cut here: what is searched of a message is how it begins. */
const MAX_TURN_CHARACTERS = 8_000;

export interface IndexDeps {
  chunks: ChunkStore;
  vectors: { index: VectorIndex; embedder: Embedder } | undefined;
  onFailure(what: string, cause: unknown): void;
}

export async function indexTurns(deps: IndexDeps, items: readonly TurnItem[], now: number): Promise<void> {
  const drafts = items.filter((item) => item.text.trim() !== "").map(turnDraft);
  if (drafts.length > 0) await putPassages(deps, drafts, now);
}

function turnDraft(item: TurnItem): ChunkDraft {
  return {
    owner: item.owner,
    scope: scopeOf(item.room),
    kind: "turn",
    source: item.conversation_id,
    key: item.id,
    session: item.session ?? new Date(item.at).toISOString().slice(0, 10),
    speaker: item.speaker,
    role: item.role,
    agent: item.agent ?? "",
    said_at: item.at,
    text: item.text.slice(0, MAX_TURN_CHARACTERS),
  };
}

function scopeOf(room: string | undefined): Scope {
  return room === undefined ? "person" : `room:${room}`;
}
