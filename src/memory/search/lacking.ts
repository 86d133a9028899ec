/** Tells what a passage lacks of the answer that a question asks for. */
import { type AnswerKind, kindsAsked } from "../text/asked-kinds.ts";
import type { SearchHit } from "./hit.ts";
import type { PreparedPassage } from "./prepared-passage.ts";
import type { ParsedQuery } from "./query.ts";

/** Kinds of answers that the question asks for and the passage does not give. */
export function lackingFor({ text }: ParsedQuery): (candidate: PreparedPassage) => readonly AnswerKind[] {
  const asked = kindsAsked(text);
  return (candidate) => asked.filter((kind) => !gives(candidate, kind));
}

/**
 * A line for a model where the best result does not give what is asked for, as far as its words tell; else none. A
 * page of an agent has words for anything, so it is passed over.
 */
export function doubtOf(hits: readonly SearchHit[]): string[] {
  const lack = hits.find(({ signals }) => signals.page === 0)?.lacks()[0];
  return lack === undefined
    ? []
    : [`The nearest result does not give ${lack}: memory may not hold the answer.`];
}

function gives(candidate: PreparedPassage, { given, isNamed }: AnswerKind): boolean {
  return given?.test(textOf(candidate)) === true || (isNamed && candidate.newNames().length > 0);
}

function textOf({ isPage, passage, spoken }: PreparedPassage): string {
  return isPage ? spoken.map(({ text }) => text).join(" ") : passage.text;
}
