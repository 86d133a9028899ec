/** A promise that is due, as the house asks what became of it: the words of the notice, and who answers it. */

/** Rules, not a language model: what is asked and what comes of an answer is the same each time, and costs nothing. */
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

/** Undefined: that is not what it says. */
export function promiseAskedAbout(text: string): DuePromise | undefined {
  const [, id, line] = PATTERN.exec(text.trim()) ?? [];
  return id === undefined || line === undefined ? undefined : { id, line };
}
