/** How much of a document its text holds, as a model is given it: read off the marks that its reader leaves in it. */

/** A document without words. */
export interface Unread {
  /** Why, for people and models: a sentence. */
  problem: string;
}

export interface DocumentReading {
  /** Of its text; null: nobody counted them, since reading it stopped before its end. */
  characters: number | null;
  used_characters: number;
  /** What it is divided into; null: nothing that is marked. */
  unit: "page" | "sheet" | "slide" | null;
  /** Null: it is not said how many there are. */
  units: number | null;
  used_units: number;
  /** Nothing of its text was left out. */
  whole: boolean;
}

const UNITS = [
  { unit: "page", mark: /^\[page \d+ of (\d+)\]$/gm },
  { unit: "slide", mark: /^## Slide \d+ of (\d+)\b/gm },
  { unit: "sheet", mark: /^## Sheet ()/gm },
] as const;
/** As a text that is too long for a model ends. */
const CUT = /\n\[the first (\d+) of (\d+) characters; the rest is left out\]$/;
/** As a reader ends that stopped before the end of a document. */
const STOPPED = /\n\[(?:the rest was left out(?:;[^\]\n]*)?|\d+ more pages were left out)\]\s*$/;

export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}\n[the first ${most} of ${text.length} characters; the rest is left out]`;
}

/** `text`: as `cutTo` leaves it. */
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
