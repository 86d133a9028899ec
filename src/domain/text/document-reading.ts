/** Share of a document that its extracted text covers, computed from the marks that the reader leaves in it, and what a model is given of it. */

/** A document without readable text. */
export interface Unread {
  /** The reason, as a sentence for people and models. */
  problem: string;
  /** Set where its words are pictures, which only text recognition (OCR) can read. */
  scan?: "pdf" | "picture";
}

/** Parts of a text that is too long for a model to be given whole. */
export interface Excerpt {
  /** A line for each page, chapter or part: its place, and its first words. */
  outline: string;
  /** The beginning, and what fits the question best, in the order of the text, each with its page and lines. */
  passages: string;
  /** The question shares words with the text. */
  fits: boolean;
  /** Extent of the whole text, for people. */
  size: string;
  /** Lines of the text. */
  lines: number;
  /** The text is longer than what was looked through. */
  is_cut: boolean;
}

interface DocumentReading {
  /** Length of the whole text; null: unknown, since reading stopped before the end. */
  characters: number | null;
  used_characters: number;
  /** The kind of sections; null: the text has no section marks. */
  unit: "page" | "sheet" | "slide" | null;
  /** Total number of sections; null: unknown. */
  units: number | null;
  used_units: number;
  /** The text is complete. */
  whole: boolean;
}

const UNITS = [
  { unit: "page", mark: /^\[page \d+ of (\d+)\]$/gm },
  { unit: "slide", mark: /^## Slide \d+ of (\d+)\b/gm },
  { unit: "sheet", mark: /^## Sheet ()/gm },
] as const;
/** Ending that a reader writes when it stopped before the end of the document. */
const STOPPED = /\n\[(?:the rest was left out(?:;[^\]\n]*)?|\d+ more pages were left out)\]\s*$/;

export function readingOf(text: string): DocumentReading {
  const isStopped = STOPPED.test(text);
  const characters = isStopped ? null : text.length;
  return { characters, used_characters: text.length, ...unitsIn(text), whole: !isStopped };
}

function unitsIn(text: string): Pick<DocumentReading, "unit" | "units" | "used_units"> {
  for (const { unit, mark } of UNITS) {
    const marks = [...text.matchAll(mark)];
    const last = marks.at(-1);
    if (last) return { unit, units: last[1] ? Number(last[1]) : null, used_units: marks.length };
  }
  return { unit: null, units: null, used_units: 0 };
}

/** "3 sheets, 1,203 characters", "pages 1 to 300 of 640, the first 812,000 characters". */
export function readingWords(reading: DocumentReading): string {
  return [unitWords(reading), characterWords(reading)].filter((words) => words !== "").join(", ");
}

function unitWords({ unit, units, used_units }: DocumentReading): string {
  if (unit === null) return "";
  if (units !== null && used_units < units) return `${unit}s 1 to ${used_units} of ${units}`;
  return counted(used_units, unit);
}

function characterWords({ used_characters, whole }: DocumentReading): string {
  return whole ? counted(used_characters, "character") : `the first ${grouped(used_characters)} characters`;
}

function counted(count: number, word: string): string {
  return `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
