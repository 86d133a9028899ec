/** Traces of past turns: duration and cost, step by step. */
import type { Page, Usage } from "../../../src/channels/web/wire.ts";
import { call, query, type Result } from "../http.ts";

export interface ToolTrace {
  call_id: string;
  name: string;
  outcome: "ok" | "error" | "denied" | "waiting" | "unfinished";
  duration_ms: number | null;
}

export interface StepTrace {
  step: number;
  first_token_ms: number | null;
  duration_ms: number | null;
  restarts: number;
  model: string;
  /** How the call ended: `stop`, `tool_calls`, `length`, `refusal`, `content_filter`, `failed`, `stopped`, `other`. */
  finish: string;
  usage: Usage;
  cost_usd: number | null;
  /** Set when it is the provider's own figure; otherwise it was computed from tokens and prices. */
  cost_by?: "provider";
  /** Set when the provider never reported the usage. */
  estimated?: true;
  tools: ToolTrace[];
}

export interface TurnTrace {
  status: string;
  agent: string | null;
  channel: string;
  created_at: string;
  queued_ms: number | null;
  duration_ms: number | null;
  usage: Usage;
  cost_usd: number | null;
  recoveries: number;
  reason: string | null;
  recalled: number;
  notices: string[];
  steps: StepTrace[];
}

const PAGE = 100;

/** The turn that made an answer; null when there is no record of it. */
export async function traceOfAnswer(
  conversation: string,
  message_id: string,
): Promise<Result<TurnTrace | null>> {
  const turns = `/conversations/${encodeURIComponent(conversation)}/turns`;
  for (let cursor: string | null = null; ; ) {
    const page: Result<Page<{ id: string; message_id: string }>> = await call(
      "GET",
      `${turns}${query({ cursor, limit: PAGE })}`,
    );
    if (!page.ok) return page;
    const turn = page.value.items.find((item) => item.message_id === message_id);
    if (turn) return call("GET", `${turns}/${encodeURIComponent(turn.id)}`);
    cursor = page.value.next_cursor;
    if (cursor === null) return { ok: true, value: null };
  }
}
