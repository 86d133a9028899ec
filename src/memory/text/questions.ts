/** What a text asks. */

/** A sentence with the marks that end it: each character is looked at once, however long the text is. */
const SENTENCE = /[^.!?？。！\n]+[.!?？。！\n]*/gu;

/** Its sentences that end in a question mark; empty when there are none. */
export function questionsIn(text: string): string {
  if (!/[?？]/u.test(text)) return "";
  const sentences = text.match(SENTENCE) ?? [];
  return sentences
    .filter((sentence) => /[?？]/u.test(sentence))
    .join("")
    .trim();
}
