/** Paragraphs of a text that a program has written down as its memory. */

const LONGEST = 1_500;

/** Paragraphs and points of a text, each without the signs of its list; headings alone say nothing. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)])\s)|\n\s*§\s*\n/)
    .map((each) => each.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "").trim())
    .filter((each) => each.length > 3 && !/^#{1,6}\s[^\n]*$/.test(each) && !/^\*\*[^*\n]+\*\*:?$/.test(each))
    .map((each) => (each.length > LONGEST ? `${each.slice(0, LONGEST)}…` : each));
}
