/** FoldedText text: what two readings of the same words may differ in is gone, and each unit knows where it stood. */

export interface FoldedText {
  text: string;
  /** Place of each unit of `text` before it was folded; one entry more for the end. */
  places: Uint32Array;
}

const QUOTES = /[\u2018\u2019\u201a\u201b\u2032\u00b4`]/;
const DOUBLE_QUOTES = /[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033]/;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/;
/** Soft hyphens, joiners and marks of direction. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060\ufeff\u202a-\u202e]/;
const MARKDOWN = /[*_`\\[\]]/;
const COMBINING = /\p{M}/u;

/** The target of a Markdown link, with the bracket before it; no longer than an address is. */
const TARGET = /\]\([^()\s]{0,2048}(?:\([^()\s]{0,200}\)[^()\s]{0,500})?(?:\s+"[^"\n]{0,300}")?\)/y;
/** Marks at the beginning of a line: headings, quotes, points of lists. */
const LINE_MARKS = /[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+\u2022][ \t]+)+/y;
/** A word that is broken between two lines. */
const BROKEN = /[-\u2010\u00ad][ \t]*\r?\n[ \t]*(?=\p{Ll})/uy;

/** Takes time in proportion to the length of the text. */
export function fold(text: string): FoldedText {
  const out: string[] = [];
  const places: number[] = [];
  const put = (written: string, at: number) => {
    for (const unit of written) {
      if (unit === " " && (out.length === 0 || out.at(-1) === " ")) continue;
      out.push(unit);
      for (let i = 0; i < unit.length; i++) places.push(at);
    }
  };
  for (let at = 0; at < text.length; ) {
    const skipped = lengthOfMarks(text, at);
    if (skipped > 0) {
      at += skipped;
      continue;
    }
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    put(plain(char), at);
    at += char.length;
  }
  return { text: out.join(""), places: Uint32Array.from([...places, text.length]) };
}

function lengthOfMarks(text: string, at: number): number {
  const char = text[at];
  if (char === "]" && text[at + 1] === "(") return matchedAt(TARGET, text, at);
  if (at === 0 || text[at - 1] === "\n") {
    const marks = matchedAt(LINE_MARKS, text, at);
    if (marks > 0) return marks;
  }
  return char === "-" || char === "\u2010" || char === "\u00ad" ? matchedAt(BROKEN, text, at) : 0;
}

function matchedAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

function plain(char: string): string {
  if ((char >= "a" && char <= "z") || (char >= "0" && char <= "9")) return char;
  if (/[\s|]/.test(char)) return " ";
  if (MARKDOWN.test(char) || UNSEEN.test(char)) return "";
  if (QUOTES.test(char)) return "'";
  if (DOUBLE_QUOTES.test(char)) return '"';
  if (DASHES.test(char)) return "-";
  if (char < "\u0080") return char.toLowerCase();
  const bare = [...char.normalize("NFKD")].filter((unit) => !COMBINING.test(unit)).join("");
  return bare.toLowerCase().replace(/\s+/g, " ");
}
