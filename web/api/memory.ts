/** Long-term memory over HTTP. */
import type { Page } from "../../src/channels/web/wire.ts";
import { call, query, type Result } from "./http.ts";

/** What of memory is looked at: notes, facts, promises, what conversations were about, or what a search finds. */
export type Shelf = "notes" | "facts" | "promises" | "episodes";

interface Sourced {
  id: string;
  conversation_id?: string | null;
}

export interface Note extends Sourced {
  content: string;
  tags: string[];
  tier: "short_term" | "long_term";
  sticky: boolean;
  /** ISO 8601, UTC, as all times here. */
  observed_at: string;
}

export interface Fact extends Sourced {
  entity: string;
  attribute: string;
  value: string;
  /** 0 to 1. */
  confidence: number;
  valid_from: string;
  valid_to: string | null;
  retired_at: string | null;
}

export type PromiseStatus = "open" | "done" | "expired" | "cancelled";

export interface Commitment extends Sourced {
  who: string;
  what: string;
  status: PromiseStatus;
  due_at: string | null;
  overdue: boolean;
  created_at: string;
}

export interface Episode extends Sourced {
  summary: string;
  topics: string[];
  tone: string;
  started_at: string;
}

/** A passage as search finds it. */
export interface Hit extends Sourced {
  kind: "memory" | "turn" | "file" | "fact" | "episode";
  text: string;
  /** Of a note: its words without its tags. */
  content?: string;
  tags?: string[];
  speaker: string;
  at: string | null;
  path?: string;
  /** Of an upload. */
  url?: string;
  lines?: { start: number; end: number };
}

export interface Forgotten {
  memories: number;
  facts: number;
  episodes: number;
  commitments: number;
  states: number;
  passages: number;
}

const PATHS = { notes: "items", facts: "facts", promises: "commitments", episodes: "episodes" } as const;

export type Stored = { notes: Note; facts: Fact; promises: Commitment; episodes: Episode };

/** The newest first. `history` gives facts with those that are true no more. */
export function listShelf<S extends Shelf>(
  shelf: S,
  page: { cursor: string | null; history: boolean },
): Promise<Result<Page<Stored[S]>>> {
  const { cursor, history } = page;
  return call(
    "GET",
    `/memory/${PATHS[shelf]}${query({ cursor, history: (history && shelf === "facts") || null })}`,
  );
}

export function searchMemory(q: string): Promise<Result<{ items: Hit[] }>> {
  return call("GET", `/memory/search${query({ q, k: 30 })}`);
}

export function changeStored(shelf: Shelf, id: string, change: object): Promise<Result<unknown>> {
  return call("PATCH", `/memory/${PATHS[shelf]}/${encodeURIComponent(id)}`, change);
}

export function deleteStored(shelf: Shelf, id: string): Promise<Result<unknown>> {
  return call("DELETE", `/memory/${PATHS[shelf]}/${encodeURIComponent(id)}`);
}

/** `isTrial` only counts. */
export function forgetAbout(about: string, isTrial: boolean): Promise<Result<{ forgotten: Forgotten }>> {
  return call("POST", "/memory/forget", { about, dry_run: isTrial });
}

export const EXPORT_PATH = "/api/v1/memory/export";
