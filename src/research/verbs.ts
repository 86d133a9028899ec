/** Verbs of research: how runs begin and are found, for their routes and the tool. */
import type { Result } from "../domain/errors.ts";
import type { Source } from "../domain/inbound.ts";
import type { PartKey } from "../platform/part-key.ts";
import type { PlanEdit } from "./plan/plan.ts";
import type { ResearchId, ResearchInit, SeenRun } from "./stored.ts";

export interface NewResearch {
  id: ResearchId;
  owner: string;
  conversation_id: string | null;
  /** As of `ResearchInit`. */
  is_of_chat?: true;
  /** As of `ResearchInit`. */
  place?: Source;
  /** Slug. */
  agent: string;
  /** `provider/model`; absent: as the agent answers. */
  model?: string | undefined;
  question: string;
  depth: "quick" | "usual" | "deep";
  ceiling_usd?: number | undefined;
  most_calls?: number | undefined;
  ask_above_usd?: number | undefined;
  unsupported: "mark" | "drop";
  own_sources: boolean;
  may_clarify: boolean;
  may_read_named: boolean;
}

export interface ResearchVerbs {
  /** Idempotent by its id. */
  begin(wish: NewResearch): Promise<void>;
  /** The owner's newest run that was begun in that conversation. */
  newestIn(owner: string, conversation_id: string): Promise<SeenRun | undefined>;
  /** The owner's run, changed; refusals say why. */
  edit(run: RunKey, edits: readonly PlanEdit[]): Promise<Result<true>>;
  /** `answer`: to its question; null skips it. */
  approve(run: RunKey, answer: string | null): Promise<Result<true>>;
  halt(run: RunKey): Promise<Result<true>>;
  resume(run: RunKey): Promise<Result<true>>;
  /** Looks everything up again, as a new edition. */
  renew(run: RunKey): Promise<Result<true>>;
}

export type RunKey = Pick<ResearchInit, "owner" | "id">;

export const RESEARCH: PartKey<ResearchVerbs> = { name: "research" };
