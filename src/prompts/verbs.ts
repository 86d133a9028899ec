/** Prompts that people keep to use again, and what their routes ask of the part. */
import type { PartKey } from "../platform/part-key.ts";

export interface PromptFields {
  /** As it is written behind the slash. */
  name: string;
  description: string;
  text: string;
}

/** Times are ms since the epoch. */
export interface Prompt extends PromptFields {
  created_at: number;
  updated_at: number;
}

export interface PromptVerbs {
  /** By their names. */
  list(owner: string): Promise<Prompt[]>;
  add(owner: string, fields: PromptFields): Promise<Prompt | "taken" | "full">;
  /** Its name may be among what is changed. */
  change(owner: string, name: string, fields: Partial<PromptFields>): Promise<Prompt | "taken" | "missing">;
  /** Whether there was one. */
  remove(owner: string, name: string): Promise<boolean>;
}

export const PROMPTS: PartKey<PromptVerbs> = { name: "prompts" };
