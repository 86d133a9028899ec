/** Sets of turns on which changes of agents are tried. Times are ms since the epoch. */
import type { ReplaySide } from "../domain/conversation/replay.ts";
import type { ConversationId, Id, TurnId } from "../domain/ids.ts";

declare module "../domain/ids.ts" {
  interface IdPrefixes {
    rps: "replay set";
    rpt: "turn of a replay set";
    rpr: "replay run";
  }
}

export type ReplaySetId = Id<"rps">;
export type SetTurnId = Id<"rpt">;
export type ReplayRunId = Id<"rpr">;

export interface ReplaySet {
  id: ReplaySetId;
  owner: string;
  name: string;
  created_at: number;
}

/** Conditions on a replayed answer; an empty list asks for nothing. */
export interface Expectation {
  /** Words that must be in the answer, in any case. */
  includes: string[];
  /** Words that must not be in it. */
  excludes: string[];
  /** Names of tools that must be called. */
  tools: string[];
  /** For people. */
  note: string;
}

export const NO_EXPECTATION: Expectation = { includes: [], excludes: [], tools: [], note: "" };

export interface SetTurn {
  id: SetTurnId;
  set_id: ReplaySetId;
  owner: string;
  conversation_id: ConversationId;
  turn_id: TurnId;
  question: string;
  original: ReplaySide;
  expectation: Expectation;
  /** Whether the set has a copy of its own, for when the conversation is deleted. */
  is_kept: boolean;
  added_at: number;
}

export const RUN_STATUSES = ["running", "completed", "stopped", "over_limit", "failed"] as const;

export type RunStatus = (typeof RUN_STATUSES)[number];

/** Difference to the originals; absent fields are as they were. */
export interface RunChange {
  /** Slug. */
  agent?: string | undefined;
  /** Version of that agent. */
  version?: number | undefined;
  /** Instructions in place of the agent's own. */
  instructions?: string | undefined;
  /** `provider/model`. */
  model?: string | undefined;
  mode?: string | undefined;
}

export interface ReplayRun {
  id: ReplayRunId;
  set_id: ReplaySetId;
  owner: string;
  change: RunChange;
  /** US dollars; null: no limit but the person's budgets. */
  limit_usd: number | null;
  status: RunStatus;
  /** Reason why it ended early. */
  reason: string | null;
  /** Number of its turns. */
  total: number;
  created_at: number;
  ended_at: number | null;
}

export const MARKS = ["better", "same", "worse"] as const;

/** A person's judgement of a replay beside its original. */
export type Mark = (typeof MARKS)[number];

/** A condition of the expectation, and whether the replay meets it. */
export interface Check {
  kind: "includes" | "excludes" | "tool";
  value: string;
  is_met: boolean;
}

export interface RunResult {
  run_id: ReplayRunId;
  set_turn_id: SetTurnId;
  owner: string;
  /** Null: it was not replayed. */
  replay: ReplaySide | null;
  /** Reason why it was not replayed. */
  reason: string | null;
  checks: Check[];
  mark: Mark | null;
}

export interface RunSummary {
  done: number;
  /** Turns with an expectation, and those of them that meet all of it. */
  expected: number;
  met: number;
  better: number;
  same: number;
  worse: number;
  /** US dollars of the replays, and of the originals of the same turns; unknown prices are left out. */
  cost_usd: number;
  original_cost_usd: number;
  /** Replays with an unknown price. */
  unpriced: number;
}

export const NOTHING_DONE: RunSummary = {
  ...{ done: 0, expected: 0, met: 0, better: 0, same: 0, worse: 0, cost_usd: 0, original_cost_usd: 0 },
  unpriced: 0,
};

export const MOST_SETS = 50;
export const MOST_TURNS = 200;
export const MOST_RUNS = 50;
