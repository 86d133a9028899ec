/** How a turn came to its end, as its bill and its end commit are made of it. */
import type { StepRecord, Turn, TurnOutcome } from "../../../src/agent/turn.ts";
import type { Trust } from "../../../src/domain/trust.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { TurnLife } from "./turn-life.ts";

export interface Ending {
  row: TurnRow;
  /** Absent when the turn broke before it was put together. */
  turn: Turn | undefined;
  steps: readonly StepRecord[];
  outcome: Exclude<TurnOutcome, { status: "parked" }>;
  /** Of all that stood before the model. */
  trust: Trust;
  life: TurnLife;
}
