/** Finds searched words in a text. */

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Least letters of a shared stem: endings differ, so a word that begins like a searched one matches. */
const STEM = 4;

/** Begin and end of each match, in UTF-16 units. Ignores accents and case. */
export function wordPlaces(text: string, asked: string): [number, number][] {
  const wanted = [...folded(asked).matchAll(WORD)].map(([word]) => word);
  if (wanted.length === 0) return [];
  return [...text.matchAll(WORD)].flatMap((match): [number, number][] => {
    const word = folded(match[0]);
    return wanted.some((each) => isLike(word, each)) ? [[match.index, match.index + match[0].length]] : [];
  });
}

function isLike(word: string, asked: string): boolean {
  if (word.startsWith(asked)) return true;
  const stem = asked.slice(0, Math.max(STEM, asked.length - 3));
  return asked.length > STEM && word.startsWith(stem) && word.length <= asked.length + 3;
}

function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}
