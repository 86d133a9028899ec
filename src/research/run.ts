/** A research run: what was asked for, and what can be seen of it. */
import type { CitedText } from "../agent/sources/renumber.ts";
import type { Contradiction } from "./evidence/contradictions.ts";
import type { Note, ResearchSource } from "./evidence/ledger.ts";
import type { PlanStep } from "./plan/plan.ts";
import type { CheckedSentence } from "./report/sentence.ts";

declare module "../domain/ids.ts" {
  interface IdPrefixes {
    res: "research run";
  }
}

export const PHASES = ["plan", "gather", "write", "check", "report"] as const;
export type Phase = (typeof PHASES)[number];

/** `waiting`: for a person's yes or an answer to its question. */
export type RunState = "running" | "waiting" | "halted" | "completed";

/** Reason why a run looked at less than it had planned. */
export type EndedBy = "budget" | "time" | "halt" | "model" | "search";

/** Most model calls of a run whose models have no known price. */
export const MOST_CALLS = 120;

export interface ResearchOrder {
  question: string;
  /** US dollars; the run never spends more. */
  ceiling_usd: number;
  /** Model calls of a run whose models have no known price; absent: `MOST_CALLS`. */
  most_calls?: number;
  /** A plan that may cost more waits for a yes; with 0 each plan does. */
  ask_above_usd: number;
  /** Most steps of the plan. */
  breadth: number;
  gap_rounds: number;
  /** Sentences that no source supports after mending. */
  unsupported: "mark" | "drop";
  /** Asks one question before the plan, where it helps. */
  may_clarify: boolean;
  /** Addresses in the question may be read: a person wrote it. */
  may_read_named: boolean;
  /** Memory and files of its owner are places too. */
  own_sources: boolean;
  /** ms since the epoch; from then on nothing more is gathered. */
  gather_until: number;
}

/** Bounds of an ended run that goes on; lower ones than it had change nothing. */
export type RaisedBounds = { [K in "ceiling_usd" | "most_calls"]?: number | undefined };

export interface Spend {
  ceiling_usd: number;
  spent_usd: number;
  /** Worst case of what is under way. */
  reserved_usd: number;
  /** Worst case of the whole plan, as of when it was made. */
  planned_usd: number;
  /** Model calls so far and at most, where prices are unknown: they bound the run in the place of money. */
  calls?: { made: number; most: number };
}

export interface ResearchReport {
  markdown: string;
  sentences: CheckedSentence[];
  ended_by: EndedBy[];
  /** A model wrote it; else it is the notes in order. */
  is_written: boolean;
  /** The report for a conversation, which lists the sources itself. Absent: it is older than this field. */
  cited?: CitedText;
}

export interface RunView {
  phase: Phase;
  state: RunState;
  plan: PlanStep[];
  /** Asked before the plan is carried out. */
  clarification?: string;
  sources: ResearchSource[];
  notes: Note[];
  contradictions: Contradiction[];
  spend: Spend;
  ended_by: EndedBy[];
  report?: ResearchReport;
}
