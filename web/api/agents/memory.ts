/** Long-term memory over HTTP. */
import type { Page } from "../../../src/channels/web/wire.ts";
import type { Trust } from "../../../src/domain/trust.ts";
import { call, query, type Result } from "../http.ts";

/** Views of memory: notes, facts, promises, summaries of conversations. */
export type MemoryKind = "notes" | "facts" | "promises" | "episodes";

interface Sourced {
  id: string;
  conversation_id?: string | null;
  trust?: Trust;
}

/** Untrusted memory that waits for a person's approval. */
export interface Suggestion extends Sourced {
  kind: "memory" | "fact" | "commitment" | "state" | "alias";
  text: string;
  /** API path for the decision. */
  path: string;
  scope: string;
  /** Whether it stands in every agent's context once it is trusted. */
  standing: boolean;
  at: string | null;
  /** Known facts that trusting it would end. */
  disputes?: string[];
}

export interface ForgottenItem {
  id: string;
  text: string;
  forgotten_at: string;
  /** When it is removed for good. */
  gone_at: string;
}

export interface Note extends Sourced {
  content: string;
  tags: string[];
  tier: "short_term" | "long_term";
  sticky: boolean;
  /** ISO 8601, UTC, like all times here. */
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

/** A passage found by search. */
export interface Hit extends Sourced {
  kind: "memory" | "turn" | "file" | "fact" | "episode";
  text: string;
  /** A note's text without its tags. */
  content?: string;
  tags?: string[];
  speaker: string;
  at: string | null;
  path?: string;
  /** Address of an uploaded file. */
  url?: string;
  lines?: { start: number; end: number };
}

export interface ForgetSummary {
  memories: number;
  facts: number;
  episodes: number;
  commitments: number;
  states: number;
  passages: number;
}

const PATHS = { notes: "items", facts: "facts", promises: "commitments", episodes: "episodes" } as const;

export type MemoryItemByKind = { notes: Note; facts: Fact; promises: Commitment; episodes: Episode };

/** Newest first. `history` includes facts that are no longer true. */
export function listMemoryItems<S extends MemoryKind>(
  shelf: S,
  page: { cursor: string | null; history: boolean },
): Promise<Result<Page<MemoryItemByKind[S]>>> {
  const { cursor, history } = page;
  return call(
    "GET",
    `/memory/${PATHS[shelf]}${query({ cursor, history: (history && shelf === "facts") || null })}`,
  );
}

export function searchMemory(q: string): Promise<Result<{ items: Hit[] }>> {
  return call("GET", `/memory/search${query({ q, k: 30 })}`);
}

export function changeMemoryItem(shelf: MemoryKind, id: string, change: object): Promise<Result<unknown>> {
  return call("PATCH", `/memory/${PATHS[shelf]}/${encodeURIComponent(id)}`, change);
}

export function deleteMemoryItem(shelf: MemoryKind, id: string): Promise<Result<unknown>> {
  return call("DELETE", `/memory/${PATHS[shelf]}/${encodeURIComponent(id)}`);
}

/** `isTrial` only counts; `isFinal` makes it irreversible. */
export function forgetAbout(
  about: string,
  { isTrial, isFinal }: { isTrial: boolean; isFinal: boolean },
): Promise<Result<{ forgotten: ForgetSummary }>> {
  return call("POST", "/memory/forget", { about, dry_run: isTrial, final: isFinal });
}

export function listSuggestions(): Promise<Result<Page<Suggestion>>> {
  return call("GET", "/memory/suggestions");
}

export function trustSuggestion({ path, kind, scope }: Suggestion): Promise<Result<unknown>> {
  return call("PATCH", path, { trust: "trusted", ...(kind === "state" && { scope }) });
}

export function forgetSuggestion({ path, kind }: Suggestion): Promise<Result<unknown>> {
  // For a state key or a name only the suggestion is deleted: the trusted value stays.
  const only = kind === "state" || kind === "alias" ? query({ trust: "untrusted" }) : "";
  return call("DELETE", `${path}${only}`);
}

export function listForgotten(cursor: string | null): Promise<Result<Page<ForgottenItem>>> {
  return call("GET", `/memory/forgotten${query({ cursor })}`);
}

export function restoreForgotten(id: string): Promise<Result<unknown>> {
  return call("POST", `/memory/forgotten/${encodeURIComponent(id)}/restore`);
}

export function dropForgotten(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/memory/forgotten/${encodeURIComponent(id)}`);
}

export const EXPORT_PATH = "/api/v1/memory/export";
