/** A run as it is stored: in its object, and as a whole in the bucket when it rests. */
import type { Id } from "../domain/ids.ts";
import type { Source } from "../domain/inbound.ts";
import type { StoredPlan } from "./plan/plan.ts";
import type { JournalEntry } from "./ports.ts";
import type { EarlierReport } from "./report/changes.ts";
import type { ResearchOrder, RunView } from "./run.ts";

export type ResearchId = Id<"res">;

export interface ResearchInit {
  id: ResearchId;
  owner: string;
  /** Conversation that gets the report; null: none. */
  conversation_id: string | null;
  /** Begun in a chat that shows no card of it: what waits for its person is told in words. */
  is_of_chat?: true;
  /** That chat, which is shown how far the run is. Absent: it is older than this field, or there is none. */
  place?: Source;
  /** Slug. */
  agent: string;
  /** `provider/model` of planner, workers and writer. */
  model: string;
  /** `provider/model` of the checks. */
  fast_model: string;
  order: ResearchOrder;
  /** ms since the epoch. */
  created_at: number;
}

/** `delivering`: the report is made and has not arrived everywhere. */
export type StoredState = "running" | "waiting" | "delivering" | "ended";

export interface ResearchSnapshot {
  init: ResearchInit;
  state: StoredState;
  plan: StoredPlan;
  /** Number of halts since it last went on: the second ends the writing too. */
  halts: number;
  edition: number;
  view: RunView | null;
  journal: JournalEntry[];
  /** The edition before. */
  earlier?: EarlierReport;
  /** Hashes of the texts that earlier editions have read: they go with the run. */
  read_before?: string[];
  /** ms since the epoch: it was begun, approved or resumed. Absent: it is older than this field. */
  started_at?: number;
  /** ms since the epoch; absent or null: it has not ended. */
  ended_at?: number | null;
}

/** A run as people see it. */
export interface SeenRun {
  init: ResearchInit;
  view: RunView | null;
  edition: number;
  /** ms since the epoch. */
  started_at: number;
  /** ms since the epoch; null: it has not ended. */
  ended_at: number | null;
}

/** A stored run as people see it while nothing works on it. */
export function seenAtRest({ init, view, edition, started_at, ended_at }: ResearchSnapshot): SeenRun {
  return { init, view, edition, started_at: started_at ?? init.created_at, ended_at: ended_at ?? null };
}
