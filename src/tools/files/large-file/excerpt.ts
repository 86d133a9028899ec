/** Excerpt of a document that is too long to be given whole: its outline, and the passages that fit a question. */
import { type Excerpt, readingOf, readingWords } from "../../../domain/text/document-reading.ts";
import { type DividedText, divide, type Piece, type Section } from "./pieces.ts";
import { rankTexts } from "./rank.ts";

/** UTF-16 units of a text that are looked through. */
const LONGEST_TEXT = 8_000_000;
const OUTLINE_CHARS = 12_000;
const PASSAGES_CHARS = 24_000;
/** The beginning comes with the passages: it says what the document is. */
const BEGINNING_CHARS = 1_500;
/** Length of the beginning where no passage fits. */
const BEGINNING_ALONE_CHARS = 8_000;
/** Share of the best score under which a piece is not shown. */
const LEAST_SHARE = 0.2;
/** Lines of an outline that a text without sections gets. */
const PARTS = 40;
const SHORTEST_TITLE = 30;

/** Excerpt of a text, always the same for a question. Takes time in proportion to the length of the text. */
export function excerptOf(whole: string, question: string): Excerpt {
  const text = whole.slice(0, LONGEST_TEXT);
  const divided = divide(text);
  const scores = rankTexts(
    divided.pieces.map((piece) => piece.text),
    question,
  );
  const chosen = choose(divided.pieces, scores);
  return {
    outline: outlineOf(divided),
    passages: joined(divided.pieces, chosen),
    fits: scores.some((score) => score > 0),
    size: readingWords(readingOf(whole)),
    lines: divided.lines,
    is_cut: whole.length > LONGEST_TEXT,
  };
}

/** Indices of pieces, in the order of the text. */
function choose(pieces: readonly Piece[], scores: readonly number[]): number[] {
  const best = Math.max(0, ...scores);
  const chosen = new Set<number>();
  let room = PASSAGES_CHARS;
  const take = (index: number, most = room): boolean => {
    const size = pieces[index]?.text.length ?? 0;
    if (chosen.has(index) || size > most) return false;
    chosen.add(index);
    room -= size;
    return true;
  };
  const beginning = PASSAGES_CHARS - (best > 0 ? BEGINNING_CHARS : BEGINNING_ALONE_CHARS);
  for (let index = 0; index < pieces.length && take(index, room - beginning); ) index++;
  const ranked = [...scores.keys()]
    .filter((index) => best > 0 && (scores[index] ?? 0) >= best * LEAST_SHARE)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  for (const index of ranked) take(index);
  return [...chosen].sort((a, b) => a - b);
}

/** Neighbours of one section are one passage. */
function joined(pieces: readonly Piece[], chosen: readonly number[]): string {
  const passages: Piece[] = [];
  let before = -1;
  for (const index of chosen) {
    const piece = pieces[index];
    const last = passages.at(-1);
    if (!piece) continue;
    if (last && before === index - 1 && last.section === piece.section)
      passages[passages.length - 1] = { ...last, last: piece.last, text: `${last.text}\n${piece.text}` };
    else passages.push(piece);
    before = index;
  }
  return passages.map((passage) => `[${placeOf(passage)}]\n${passage.text}`).join("\n\n");
}

function placeOf({ first, last, section }: Piece): string {
  const lines = first === last ? `line ${first}` : `lines ${first}-${last}`;
  return section && section.name !== "" ? `${section.name}, ${lines}` : lines;
}

function outlineOf({ sections, pieces }: DividedText): string {
  const listed = sections.length >= 3 ? sections : partsOf(pieces);
  const most = Math.floor(OUTLINE_CHARS / (SHORTEST_TITLE + 20));
  const step = Math.ceil(listed.length / most);
  const shown = listed.filter((_, index) => index % step === 0);
  const room = Math.max(SHORTEST_TITLE, Math.floor(OUTLINE_CHARS / (shown.length || 1)) - 20);
  return shown.map((section) => outlineLine(section, room)).join("\n");
}

function outlineLine({ name, title, line }: Section, room: number): string {
  const place = name === "" ? `line ${line}` : `${name} (line ${line})`;
  return `${place}: ${title.length > room ? `${title.slice(0, room).trimEnd()} …` : title}`;
}

/** Parts of about the same length, for a text without pages and headings. */
function partsOf(pieces: readonly Piece[]): Section[] {
  const step = Math.max(1, Math.ceil(pieces.length / PARTS));
  return pieces
    .filter((_, index) => index % step === 0)
    .map(({ text, first }) => ({ name: "", title: text.split("\n", 1)[0] ?? "", line: first }));
}
