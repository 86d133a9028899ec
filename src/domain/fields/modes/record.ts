/** Shape of a mode. */
import type { Message } from "../field.ts";

/** Changes that the agent may make by itself: all that are permitted, none without asking, or none at all. */
export type Acts = "permitted" | "ask" | "read";

/** Conditions of a mode: a model that calls tools, a connected search provider, research runs. */
export type ModeNeed = "tools" | "search" | "research";

export interface ModeRecord {
  readonly label: Message;
  readonly note: Message;
  readonly acts: Acts;
  /** Tools that it offers, by name; `*` at either end of a name stands for anything. Absent: all. */
  readonly tools?: readonly string[];
  /** Upper limits; an agent's own lower ones hold. */
  readonly limits?: { readonly max_steps: number };
  readonly needs?: readonly ModeNeed[];
  /** Time limit of reading a page, in ms: a slow one is left behind. Absent: the tool's own. */
  readonly page_ms?: number;
  /** Steps that a program makes before the model is asked. */
  readonly opening?: "search";
  /** Run that takes the place of the usual loop. */
  readonly run?: "research";
}
