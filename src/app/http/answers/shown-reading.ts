/** Extent of a file's text, and what a model is given of it. */
import { readingOf, readingWords } from "../../../domain/text/document-reading.ts";
import { isGivenInPassages } from "../../../tools/files/read-document.ts";

export function shownReading(file: Parameters<typeof isGivenInPassages>[0], text: string) {
  const read = readingOf(text);
  const passages = isGivenInPassages(file, text) && { in_passages: true as const };
  return { readable: true, words: readingWords(read), ...read, ...passages };
}
