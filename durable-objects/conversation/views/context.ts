/** Contents of a model's context as people see them: the last request that was really sent. */
import type { RequestPart } from "../../../src/domain/conversation/request-size.ts";
import { REQUEST_PARTS } from "../../../src/domain/conversation/request-size.ts";
import type { Usage } from "../../../src/domain/message.ts";
import type { Store } from "../rows/store.ts";
import type { StoredTurn } from "../rows/turns/turns.ts";

export interface SentRequest {
  turn_id: string;
  /** `provider/model` that answered. */
  model: string;
  /** ISO 8601. */
  at: string;
  window: number;
  compact_at_tokens: number;
  tokens: number;
  /** The provider counted `tokens`; otherwise they are an estimate. */
  is_counted: boolean;
  /** Estimates, in the order of the request. */
  parts: { part: RequestPart; tokens: number }[];
}

export interface ContextView {
  /** Null: no request was measured yet. */
  request: SentRequest | null;
  /** The summary made since that request; null: none. */
  compacted: { messages: number; tokens_before: number; tokens_after: number } | null;
}

/** Answers of a branch that are looked through: one that broke before its first request has no size. */
const MOST_ANSWERS = 40;

export function contextView(store: Store): ContextView {
  const { head } = store.meta;
  const path = head === null ? [] : store.transcript.weights(head, MOST_ANSWERS);
  for (const { role, turn_id } of path) {
    const turn = role === "assistant" && turn_id !== null ? store.turns.get(turn_id) : undefined;
    const request = turn && requestOf(turn);
    if (request) return { request, compacted: compactedSince(store, Date.parse(request.at)) };
  }
  return { request: null, compacted: null };
}

function requestOf({ id, ended_at, summary }: StoredTurn): SentRequest | undefined {
  if (ended_at === null || !summary || !("steps" in summary) || !summary.size) return undefined;
  const { size, trace, model } = summary;
  const last = trace?.steps.findLast(({ finish }) => finish !== "failed" && finish !== "stopped");
  const counted = last ? readBy(last.usage) : 0;
  const parts = REQUEST_PARTS.map((part) => ({ part, tokens: size.parts[part] }));
  const estimated = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  // A count that is far too small leaves something out, such as a rule that reads no tools.
  const is_counted = counted > estimated / 2 && last?.estimated !== true;
  return {
    turn_id: id,
    model: last?.model ?? model,
    at: new Date(ended_at).toISOString(),
    window: size.window,
    compact_at_tokens: size.compact_at_tokens,
    tokens: is_counted ? counted : estimated,
    is_counted,
    parts,
  };
}

function readBy({ input_tokens, cache_read_tokens, cache_write_tokens }: Usage): number {
  return input_tokens + cache_read_tokens + cache_write_tokens;
}

function compactedSince(store: Store, at: number): ContextView["compacted"] {
  const newest = store.compactions.newest();
  if (!newest || newest.undone_at !== null || newest.at < at) return null;
  const { messages, tokens_before, tokens_after } = newest;
  return { messages, tokens_before, tokens_after };
}
