/** Questions that a person may ask next, by a fast model. Pure but for the call. */
import type { ModelPort } from "../ports/model.ts";
import { fastAnswer } from "./fast-answer.ts";

interface FollowUpRequest {
  /** The task, as the prompt `follow-ups` has it. */
  system: string;
  model: string;
  /** The newest words of the person, and the answer to them. */
  question: string;
  answer: string;
}

const MOST = 3;
const LONGEST = 100;
const READ = 2_000;
export const MOST_FOLLOW_UP_TOKENS = 120;

/** Empty when the model gave none. Never rejects for a failure of the model. */
export async function followUpsBy(
  port: ModelPort,
  { system, model, question, answer }: FollowUpRequest,
  signal: AbortSignal,
): Promise<string[]> {
  const text = `Person: ${question.slice(-READ)}\n\nAnswer: ${answer.slice(-READ)}`;
  const limits = { max_output_tokens: MOST_FOLLOW_UP_TOKENS, temperature: 0.4 };
  return linesOf((await fastAnswer(port, { models: [model], system, text, ...limits }, signal)) ?? "");
}

/** Suggestions, one from each line, without list marks and quotes. Longer lines are left out. */
function linesOf(said: string): string[] {
  const lines = said.split("\n").map((line) =>
    line
      .replace(/[\p{Cc}\p{Cf}]/gu, " ")
      .replace(/^\s*(?:[-*•]|\d+[.)])\s*/, "")
      .replace(/^["'“„«]+|["'”“»]+$/g, "")
      .trim(),
  );
  const usable = lines.filter((line) => line !== "" && line.length <= LONGEST && !/[:：]$|^```/.test(line));
  return [...new Set(usable)].slice(0, MOST);
}
