/** Verbs of research: how runs begin and are found, for their routes and the tool. */
import type { PartKey } from "../platform/part-key.ts";
import type { ResearchId } from "./stored.ts";

export interface NewResearch {
  id: ResearchId;
  owner: string;
  conversation_id: string | null;
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
}

export const RESEARCH: PartKey<ResearchVerbs> = { name: "research" };
