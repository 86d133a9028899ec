/** Answers to questions that people have begun to write. They outlive the card, which the page may draw anew at any moment. */
import type { Ask, ToolSegment } from "../../../thread/thread.ts";

const begun = new Map<string, string>();

/** Key of a question: a call may ask several, one after another. */
const keyOf = ({ key }: ToolSegment, { question }: Extract<Ask, { kind: "question" }>) =>
  `${key} ${question}`;

export function halfWritten(...of: Parameters<typeof keyOf>): string {
  return begun.get(keyOf(...of)) ?? "";
}

export function keepHalfWritten(text: string, ...of: Parameters<typeof keyOf>): void {
  if (text === "") begun.delete(keyOf(...of));
  else begun.set(keyOf(...of), text);
}
