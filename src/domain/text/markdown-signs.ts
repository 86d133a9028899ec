/**
 * Signs in Markdown that CommonMark takes for marks, or does not, against what their writers mean. A sign that is not
 * surely a mark stays a sign. The browser and the chats ask here, so that one answer reads alike everywhere.
 */

/** Letters and signs of Chinese, Japanese and Korean, which stand side by side without blanks. */
const EAST_ASIAN = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef“”‘’…—·]/u;

/**
 * Stars or tildes at the start of `source` that are no marks: a single tilde means "about" or "to" (`3~5`), and between
 * numbers both stand for themselves (`100~~200`, `5*3*2`, `2*x`, `2**3`). Empty: they may be marks.
 */
export function literalSigns(source: string, before: string): string {
  const [, signs = "", next = ""] = /^(\*+|~+)([^*~]?)/u.exec(source) ?? [];
  if (signs === "~") return signs;
  if (!/\d$/.test(before)) return "";
  return (signs === "*" ? /[\da-z]/i : /\d/).test(next) ? signs : "";
}

export interface StrongStretch {
  raw: string;
  inner: string;
  /** Three stars are bold and italic. */
  isItalic: boolean;
}

/**
 * Bold text that touches East Asian letters or signs, or a label before its text, where CommonMark wants a blank or a sign
 * outside of the stars.
 * `masked` is `source` with code, links and escapes made harmless, of the same length. Undefined: not such a stretch.
 */
export function strongBesideSigns(source: string, masked: string, before: string): StrongStretch | undefined {
  const [stars = ""] = /^\*{2,3}(?![*\s])/.exec(source) ?? [];
  if (stars === "") return undefined;
  const end = closingStars(masked, stars.length);
  if (end === undefined) return undefined;
  const inner = source.slice(stars.length, end);
  const after = firstOf(source.slice(end + stars.length));
  const beside = [before, after, firstOf(inner), lastOf(inner)];
  if (!beside.some((character) => EAST_ASIAN.test(character)) && !isLabel(inner, before, after))
    return undefined;
  return { raw: source.slice(0, end + stars.length), inner, isItalic: stars.length === 3 };
}

/** A label that its text follows without a blank: `**Note:**Text`. */
function isLabel(inner: string, before: string, after: string): boolean {
  return !/\S/.test(before) && /^[\p{L}\p{N}][^\n]*[:.!?]$/u.test(inner) && /\p{L}/u.test(after);
}

/** Position of the next stars of that number with a word before them. */
function closingStars(masked: string, length: number): number | undefined {
  for (const { 0: stars, index } of masked.matchAll(/\*+/g)) {
    if (index === 0 || stars.length !== length) continue;
    if (/\S/.test(masked[index - 1] ?? " ")) return index;
    // A stretch inside begins here: CommonMark's own rule counts them.
    return undefined;
  }
  return undefined;
}

function firstOf(text: string): string {
  return [...text.slice(0, 2)][0] ?? "";
}

function lastOf(text: string): string {
  return [...text.slice(-2)].at(-1) ?? "";
}
