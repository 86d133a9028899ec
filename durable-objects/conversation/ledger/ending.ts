/** The end of a turn: the source of its bill and its end commit. */
import type { StepRecord, Turn, TurnOutcome } from "../../../src/agent/turn.ts";
import type { Trust } from "../../../src/domain/trust.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { TurnLife } from "./turn-life.ts";

export interface Ending {
  row: TurnRow;
  /** Absent when the turn broke before it was prepared. */
  turn: Turn | undefined;
  steps: readonly StepRecord[];
  outcome: Exclude<TurnOutcome, { status: "parked" }>;
  /** Trust of the whole context. */
  trust: Trust;
  life: TurnLife;
}
