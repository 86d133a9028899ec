/** The notice that asks about a due promise: its text, and the model that answers it. */

/**
 * Runs on rules, not on a language model: the question and the handling of the answer are the same each time
 * and cost nothing.
 */
export const OFFLINE_MODEL = "offline/nightjar";

export interface DuePromise {
  id: string;
  /** "Due 2026-03-02: send the draft (Ann)". */
  line: string;
}

export const WHAT_BECAME = ["Done", "Tomorrow", "In a week", "Drop it"] as const;

const PATTERN = /^A promise is due \((cmt_[0-9a-z]+)\)\. Ask what became of it:\n([\s\S]+)$/;

export function askAboutPromise({ id, line }: DuePromise): string {
  return `A promise is due (${id}). Ask what became of it:\n${line}`;
}

/** Undefined when the text is no such notice. */
export function promiseAskedAbout(text: string): DuePromise | undefined {
  const [, id, line] = PATTERN.exec(text.trim()) ?? [];
  return id === undefined || line === undefined ? undefined : { id, line };
}
