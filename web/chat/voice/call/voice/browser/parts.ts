/** Cuts words into parts that a browser says to their end: some fall silent after 15 seconds. */

/** About ten seconds. */
const LONGEST = 150;

const ENDS = [/[.!?…。！？]["'”’»)\]]*\s/g, /[,;:—–]\s/g, /\s/g];

export function partsOf(words: string): string[] {
  const parts: string[] = [];
  let rest = words.trim();
  while (rest.length > LONGEST) {
    const head = rest.slice(0, LONGEST);
    const cut = ENDS.map((end) => lastEnd(head, end)).find((at) => at > LONGEST / 3) ?? LONGEST;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === "" ? parts : [...parts, rest];
}

/** 0: there is none. */
function lastEnd(text: string, end: RegExp): number {
  const last = [...text.matchAll(end)].at(-1);
  return last ? last.index + last[0].length : 0;
}
