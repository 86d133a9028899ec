/** Plain BM25 over messages, with their neighbours at half the weight: what any search engine gives. */
import { isStopword } from "../../../src/memory/text/stopwords.ts";
import { stemOf, words } from "../../../src/memory/text/words.ts";
import { DEPTH } from "../client.ts";

const K1 = 1.2;
const B = 0.75;
const NEIGHBOURS = 2;
const OF_NEIGHBOURS = 0.5;

interface Document {
  counts: ReadonlyMap<string, number>;
  length: number;
}

export function plainSearch(
  messages: readonly { id: string; text: string }[],
): (question: string) => string[] {
  const alone = messages.map(({ text }) => documentOf([text]));
  const around = messages.map((_, at) =>
    documentOf(messages.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1).map(({ text }) => text)),
  );
  const [ofAlone, ofAround] = [scorer(alone), scorer(around)];
  return (question) => {
    const stems = stemsOf(question);
    return messages
      .map(({ id }, at) => ({ id, score: ofAlone(stems, at) + OF_NEIGHBOURS * ofAround(stems, at) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, DEPTH)
      .map(({ id }) => id);
  };
}

function stemsOf(text: string): string[] {
  return words(text)
    .filter((word) => !isStopword(word))
    .map(stemOf);
}

function documentOf(texts: readonly string[]): Document {
  const stems = texts.flatMap(stemsOf);
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return { counts, length: stems.length };
}

function scorer(all: readonly Document[]): (stems: readonly string[], at: number) => number {
  const average = all.reduce((sum, { length }) => sum + length, 0) / all.length;
  const frequency = new Map<string, number>();
  for (const { counts } of all)
    for (const stem of counts.keys()) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  return (stems, at) => {
    const { counts, length } = all[at] ?? { counts: new Map<string, number>(), length: 0 };
    return stems.reduce((sum, stem) => {
      const [times, documents] = [counts.get(stem) ?? 0, frequency.get(stem) ?? 0];
      const idf = Math.log(1 + (all.length - documents + 0.5) / (documents + 0.5));
      return sum + (idf * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / average));
    }, 0);
  };
}
