/** Texts compared by their words: how much of one is in another, in the order in which it stands there. */

/** Words in a row that must be the same: fewer are found by chance. */
const RUN = 4;

/** Of Markdown or plain text, without marks, addresses, pictures and formulas, which no two readers write alike. */
export function wordsOf(text: string): string[] {
  const plain = text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replace(/\[image: [^\]]*\]/g, " ")
    .replace(/\]\([^)\s]*(?:\s+"[^"]*")?\)/g, " ")
    .replace(/\[\^[^\]]*\]/g, " ")
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/\$\$[^$]+\$\$|\$[^$\n]+\$/g, (found) => (isFormula(found) ? " " : found));
  const words = plain.normalize("NFKC").toLowerCase();
  return words.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether it is a formula, and not two prices. */
function isFormula(found: string): boolean {
  return /[\\^_={}]/.test(found) || found.length < 6;
}

/** For each word of `text`, whether it stands in `other` too, within a run of words that is the same in both. */
export function foundIn(text: readonly string[], other: readonly string[]): boolean[] {
  const found = new Array<boolean>(text.length).fill(false);
  const runs = new Set(runsOf(other));
  for (const [at, run] of runsOf(text).entries())
    if (runs.has(run)) found.fill(true, at, Math.min(text.length, at + RUN));
  return found;
}

function runsOf(words: readonly string[]): string[] {
  if (words.length < RUN) return words.length === 0 ? [] : [words.join(" ")];
  return Array.from({ length: words.length - RUN + 1 }, (_, at) => words.slice(at, at + RUN).join(" "));
}
