/** A room as a call in it needs it: several agents speak, each in its own voice and under its own name. */
import type { Snippet } from "svelte";
import type { SpokenWords } from "./call.svelte.ts";

export interface CallRoom {
  name: string;
  /** Name of one of the cast, by its slug. */
  nameOf(agent: string): string;
  /** Says it to the agent that the person has chosen, or to nobody in particular. */
  say(words: SpokenWords): void;
  /** Whether nothing more can be said there. */
  isOver: boolean;
  /** Face of one of the cast, by its slug. */
  face: Snippet<[agent: string]>;
  /** All of the cast; `turn`: slug of the one that speaks or is about to, empty: nobody. */
  cast: Snippet<[turn: string]>;
}
