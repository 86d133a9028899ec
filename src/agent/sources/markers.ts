/** Markers of citations in an answer: `[3]`, and the other forms in which models write them. */
import { codeOf } from "../../domain/text/code-ranges.ts";

export interface Marker {
  start: number;
  end: number;
  numbers: number[];
  /** A word stands right before it, as before an index of a list. */
  is_glued: boolean;
}

const MOST_DIGITS = 3;
const NUMBERS = `\\d{1,${MOST_DIGITS}}(?:\\s*[,;]\\s*\\d{1,${MOST_DIGITS}})*`;
const FORMS = new RegExp(
  [
    `\\[(?:\\^|source\\s+|sources\\s+)?(${NUMBERS})\\](?![(:])`,
    `\u3010(\\d{1,${MOST_DIGITS}})(?:[\u2020:][^\u3011\\n]{0,40})?\u3011`,
  ].join("|"),
  "giu",
);

/** Finds the markers, in order. Brackets in code, as the words of a link or before a footnote's definition are none. */
export function markersIn(text: string): Marker[] {
  const code = codeOf(text);
  let next = 0;
  const found: Marker[] = [];
  for (const match of text.matchAll(FORMS)) {
    while ((code[next]?.end ?? Number.POSITIVE_INFINITY) <= match.index) next++;
    const isInCode = (code[next]?.start ?? Number.POSITIVE_INFINITY) <= match.index;
    if (isInCode || isOfLink(text, match.index)) continue;
    const [whole, listed, single] = match;
    const numbers = (listed ?? single ?? "").split(/[,;]/).map((number) => Number(number.trim()));
    const is_glued = /[\p{L}\p{N}_)\]]/u.test(text[match.index - 1] ?? "");
    found.push({ start: match.index, end: match.index + whole.length, numbers, is_glued });
  }
  return found;
}

/** `[[1]](address)`, or the number of a picture. */
function isOfLink(text: string, at: number): boolean {
  return text[at - 1] === "[" || text[at - 1] === "!";
}

/** The words that a marker stands behind: its sentence, or the one before where it stands behind the point. */
export function sentenceBefore(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  const words = withoutMarkers(line).trim();
  const sentences = words.split(/(?<=[.!?\u3002])\s+/);
  return (sentences.at(-1) ?? "").slice(-600);
}

function withoutMarkers(text: string): string {
  return text.replace(FORMS, " ").replace(/\s+/g, " ");
}
