/** The offline model as a checker: a sentence is supported when its passages have its words. */
import type { Answer } from "../next-action.ts";
import { alike, sentencesOf } from "./sentences.ts";

const SUPPORTED = 0.7;
const CASE = /^(\d+)\. Sentence: (.*)\n {3}Passages: (.*)$/gm;

export function checkAnswer(text: string): Answer {
  const verdicts = [...text.matchAll(CASE)].map(([, id, sentence = "", passages = ""]) => ({
    id: Number(id),
    verdict: alike(sentence, passages) >= SUPPORTED ? "supported" : "unsupported",
  }));
  return { type: "text", text: JSON.stringify({ verdicts }) };
}

/** Quotes the first sentence of the passages in place of each. */
export function mendAnswer(text: string): Answer {
  const sentences = [...text.matchAll(CASE)].map(([, id, , passages = ""]) => ({
    id: Number(id),
    text: sentencesOf(passages)[0] ?? "",
  }));
  return { type: "text", text: JSON.stringify({ sentences }) };
}
