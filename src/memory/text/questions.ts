/** Extracts the questions of a text. */

/** A sentence with its end marks. Linear time: each character is visited once. */
const SENTENCE = /[^.!?？。！\n]+[.!?？。！\n]*/gu;

/** The sentences that end in a question mark, joined; empty when there are none. */
export function questionsIn(text: string): string {
  if (!/[?？]/u.test(text)) return "";
  const sentences = text.match(SENTENCE) ?? [];
  return sentences
    .filter((sentence) => /[?？]/u.test(sentence))
    .join("")
    .trim();
}
