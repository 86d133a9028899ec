/** Share of a document that its extracted text covers, computed from the marks that the reader leaves in it. */

/** A document without readable text. */
export interface Unread {
  /** The reason, as a sentence for people and models. */
  problem: string;
  /** Set where its words are pictures, which only text recognition (OCR) can read. */
  scan?: "pdf" | "picture";
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
/** Ending that `cutTo` gives to a text that is too long for a model. */
const CUT = /\n\[the first (\d+) of (\d+) characters; the rest is left out\]$/;
/** Ending that a reader writes when it stopped before the end of the document. */
const STOPPED = /\n\[(?:the rest was left out(?:;[^\]\n]*)?|\d+ more pages were left out)\]\s*$/;

export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}\n[the first ${most} of ${text.length} characters; the rest is left out]`;
}

/** `text`: as `cutTo` returned it. */
export function readingOf(text: string): DocumentReading {
  const cut = CUT.exec(text);
  const read = cut ? text.slice(0, cut.index) : text;
  const isStopped = STOPPED.test(read);
  const characters = isStopped ? null : Number(cut?.[2] ?? read.length);
  return { characters, used_characters: read.length, ...unitsIn(read), whole: !cut && !isStopped };
}

function unitsIn(text: string): Pick<DocumentReading, "unit" | "units" | "used_units"> {
  for (const { unit, mark } of UNITS) {
    const marks = [...text.matchAll(mark)];
    const last = marks.at(-1);
    if (last) return { unit, units: last[1] ? Number(last[1]) : null, used_units: marks.length };
  }
  return { unit: null, units: null, used_units: 0 };
}

/** "3 sheets, 1,203 characters", "pages 1 to 40 of 300, the first 200,000 of 1,203,000 characters". */
export function readingWords(reading: DocumentReading): string {
  return [unitWords(reading), characterWords(reading)].filter((words) => words !== "").join(", ");
}

function unitWords({ unit, units, used_units }: DocumentReading): string {
  if (unit === null) return "";
  if (units !== null && used_units < units) return `${unit}s 1 to ${used_units} of ${units}`;
  return counted(used_units, unit);
}

function characterWords({ characters, used_characters, whole }: DocumentReading): string {
  if (whole) return counted(used_characters, "character");
  const of = characters === null ? "" : ` of ${grouped(characters)}`;
  return `the first ${grouped(used_characters)}${of} characters`;
}

function counted(count: number, word: string): string {
  return `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
