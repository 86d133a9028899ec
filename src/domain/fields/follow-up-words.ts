/** Follow-up questions without a language model, chosen by the form of the answer. */
import { msg } from "./field.ts";

const MORE = msg("Explain that in more detail.");
const EXAMPLE = msg("Give me an example.");
const SHORTER = msg("Sum that up in two sentences.");
const CODE = msg("Explain the code step by step.");
const FIRST = msg("Tell me more about the first point.");

/** Characters from which an answer is worth a summary. */
const LONG = 600;

/** Suggestions, at most three, the most fitting first. */
export function followUpsByRule(answer: string): string[] {
  const fitting = [
    ...(answer.includes("```") ? [CODE] : []),
    ...(/^\s*(?:[-*]|\d+[.)])\s/m.test(answer) ? [FIRST] : []),
    ...(answer.length >= LONG ? [SHORTER] : []),
    MORE,
    EXAMPLE,
  ];
  return fitting.slice(0, 3);
}
