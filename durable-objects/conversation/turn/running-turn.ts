/** One run of a turn in this life of the object: the state it begins with, and how readers see it run. */
import type { StepRecord } from "../../../src/agent/turn.ts";
import { LostCall, type Past } from "../ledger/lost-call.ts";
import { beginLife, type TurnLife } from "../ledger/turn-life.ts";
import { loadSteps } from "../rows/turns/step-journal.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { RunnerDeps } from "./runner-deps.ts";

interface ClaimedTurn {
  row: TurnRow;
  /** Aborts when somebody stops the turn. */
  signal: AbortSignal;
  past: Past;
}

export interface RunningTurn extends ClaimedTurn {
  /** Journaled earlier; grows during the run. */
  steps: StepRecord[];
  life: TurnLife;
  /** The model call that was under way when an earlier life ended. */
  lost: LostCall | undefined;
}

/** To be called before this life stores anything of the turn. A fresh turn has no journal to read. */
export function beginRun(deps: RunnerDeps, claimed: ClaimedTurn): RunningTurn {
  const { store, ports } = deps;
  const { row, past } = claimed;
  const steps = store.turns.takeFresh(row.id) ? [] : loadSteps(store.sql, row.id);
  const lost = past === "under way" ? new LostCall(deps, row, steps) : undefined;
  const isFirst = steps.length === 0 && past === "fresh";
  return { ...claimed, steps, lost, life: beginLife(store, row, { isFirst, now: ports.now }) };
}

/** Opens the event stream, the preview and the typing indicator. The returned function closes them. */
export function showRun({ pump, outbox }: RunnerDeps, { row, steps, life }: RunningTurn): () => void {
  const preview = outbox.growth.begin(row, steps);
  pump.open(row.id, (body) => {
    life.trace.follow(body);
    preview?.hear(body);
  });
  const stopTyping = outbox.typing(row.source);
  return () => {
    stopTyping();
    preview?.stop();
    pump.close();
  };
}
