/** Sentences and words as the offline model compares them. */

const PLAIN = new Set(
  "the and for with from what which who how when where does did are was were that this its they their there about into has have many much long why der die das und wie was wer wann les des que quand".split(
    " ",
  ),
);

export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 20);
}

/** Words with a meaning of their own. */
export function plainWords(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\d]+/gu) ?? [];
  return words.filter((word) => word.length > 2 && !PLAIN.has(word));
}

/** Share of the words of `of` that `within` has too, past their endings. */
export function alike(of: string, within: string): number {
  const [words, there] = [plainWords(of), plainWords(within).map(stem)];
  return words.length === 0 ? 0 : words.filter((word) => there.includes(stem(word))).length / words.length;
}

/** Share of the question's words that a sentence has, where a word weighs more the fewer sentences have it. */
export function weighing(question: string, sentences: readonly string[]): (sentence: string) => number {
  const there = sentences.map((sentence) => new Set(plainWords(sentence).map(stem)));
  const words = [...new Set(plainWords(question).map(stem))].map((word) => {
    const count = there.filter((set) => set.has(word)).length;
    return { word, weight: Math.log(1 + sentences.length / (count + 1)) };
  });
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  return (sentence) => {
    const own = new Set(plainWords(sentence).map(stem));
    const held = words.filter(({ word }) => own.has(word)).reduce((sum, { weight }) => sum + weight, 0);
    return all === 0 ? 0 : held / all;
  };
}

function stem(word: string): string {
  return word.replace(/(?:ing|s|es|ed)$/, "").slice(0, 7);
}
