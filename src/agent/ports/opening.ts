/** Steps that a program makes at the beginning of a turn, before its model is asked: calls of tools like any others. */
import type { Spending, StepRecord, Turn, TurnContext } from "../turn.ts";

export interface OpeningRun {
  turn: Turn;
  context: TurnContext;
  /** Names of the turn's tools. */
  tools: ReadonlySet<string>;
  /** Steps of the opening so far. */
  steps: readonly StepRecord[];
  signal: AbortSignal;
}

export interface OpenedStep {
  /** Empty: the model goes on. */
  calls: readonly { name: string; input: unknown }[];
  /** Cost of the model call that decided, if there was one. */
  spent?: Spending | undefined;
}

/**
 * The next step of the opening; undefined once it is over. Called before each model call until then. Never rejects. A
 * resumed turn calls it with the steps that are journaled.
 */
export type Opening = (run: OpeningRun) => Promise<OpenedStep | undefined>;
