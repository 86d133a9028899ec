/** Highest cost of what is planned, before it begins. */
import type { Stage } from "./stage.ts";
import { userWords } from "./stage.ts";

/** Model calls of a worker that does its usual work. */
const USUAL_CALLS = 6;
/** Characters that a worker has read by the end. */
const USUAL_CHARACTERS = 40_000;

/** Worst case of one step of the plan, in US dollars. */
export function worstOfStep({ ports: { outside } }: Stage): number {
  const ask = {
    purpose: "work" as const,
    messages: userWords("x".repeat(USUAL_CHARACTERS)),
    max_output_tokens: 1_500,
  };
  return USUAL_CALLS * outside.worst(ask);
}
