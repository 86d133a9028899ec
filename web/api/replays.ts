/** Replay sets, their turns, runs and results over HTTP. */
import type { Page } from "../../src/channels/web/wire.ts";
import type {
  ExpectationFields,
  ReplayRun,
  ReplaySet,
  RunFields,
  RunResult,
  SetTurn,
  SetTurnFields,
} from "../../src/contract/replays/replays.ts";
import { call, query, type Result } from "./http.ts";

export type { ReplayRun, ReplaySet, RunResult, SetTurn };

export function listReplaySets(): Promise<Result<Page<ReplaySet>>> {
  return call("GET", "/replay-sets");
}

export function addReplaySet(name: string): Promise<Result<ReplaySet>> {
  return call("POST", "/replay-sets", { name });
}

export function renameReplaySet(id: string, name: string): Promise<Result<ReplaySet>> {
  return call("PATCH", setAt(id), { name });
}

export function removeReplaySet(id: string): Promise<Result<unknown>> {
  return call("DELETE", setAt(id));
}

export function listSetTurns(id: string): Promise<Result<Page<SetTurn>>> {
  return call("GET", `${setAt(id)}/turns`);
}

export function addSetTurn(id: string, turn: SetTurnFields): Promise<Result<SetTurn>> {
  return call("POST", `${setAt(id)}/turns`, turn);
}

export function expectOfTurn(
  id: string,
  turn: string,
  expectation: ExpectationFields,
): Promise<Result<SetTurn>> {
  return call("PATCH", `${setAt(id)}/turns/${encodeURIComponent(turn)}`, { expectation });
}

export function removeSetTurn(id: string, turn: string): Promise<Result<unknown>> {
  return call("DELETE", `${setAt(id)}/turns/${encodeURIComponent(turn)}`);
}

export function listReplayRuns(id: string): Promise<Result<Page<ReplayRun>>> {
  return call("GET", `${setAt(id)}/runs`);
}

export function startReplayRun(id: string, change: RunFields): Promise<Result<ReplayRun>> {
  return call("POST", `${setAt(id)}/runs`, change);
}

export function stopReplayRun(id: string): Promise<Result<ReplayRun>> {
  return call("POST", `${runAt(id)}/stop`, {});
}

export function removeReplayRun(id: string): Promise<Result<unknown>> {
  return call("DELETE", runAt(id));
}

const PAGE = 100;

/** All results of a run. */
export async function readRunResults(id: string): Promise<Result<RunResult[]>> {
  const all: RunResult[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Result<Page<RunResult>> = await call(
      "GET",
      `${runAt(id)}/results${query({ cursor, limit: PAGE })}`,
    );
    if (!page.ok) return page;
    all.push(...page.value.items);
    cursor = page.value.next_cursor;
    if (cursor === null) return { ok: true, value: all };
  }
}

export function markResult(id: string, turn: string, mark: RunResult["mark"]): Promise<Result<unknown>> {
  return call("PATCH", `${runAt(id)}/results/${encodeURIComponent(turn)}`, { mark });
}

function setAt(id: string): string {
  return `/replay-sets/${encodeURIComponent(id)}`;
}

function runAt(id: string): string {
  return `/replay-runs/${encodeURIComponent(id)}`;
}
