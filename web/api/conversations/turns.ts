/** Traces of past turns: duration and cost, step by step. */
import type { Page } from "../../../src/channels/web/wire.ts";
import type { Replay, StepTrace, Turn, TurnTrace } from "../../../src/contract/turns.ts";
import { call, query, type Result } from "../http.ts";

export type { StepTrace, TurnTrace };

const PAGE = 100;

/** The turn that made an answer; null when there is no record of it. */
export async function traceOfAnswer(
  conversation: string,
  message_id: string,
): Promise<Result<TurnTrace | null>> {
  const turns = `/conversations/${encodeURIComponent(conversation)}/turns`;
  for (let cursor: string | null = null; ; ) {
    const page: Result<Page<Turn>> = await call("GET", `${turns}${query({ cursor, limit: PAGE })}`);
    if (!page.ok) return page;
    const turn = page.value.items.find((item) => item.message_id === message_id);
    if (turn) return call("GET", `${turns}/${encodeURIComponent(turn.id)}`);
    cursor = page.value.next_cursor;
    if (cursor === null) return { ok: true, value: null };
  }
}

/** Takes as long as the turn takes anew. */
export function replayTurn(
  conversation: string,
  turn: string,
  change: { model?: string; agent?: string },
): Promise<Result<Replay>> {
  const path = `/conversations/${encodeURIComponent(conversation)}/turns/${encodeURIComponent(turn)}/replay`;
  return call("POST", path, change);
}
