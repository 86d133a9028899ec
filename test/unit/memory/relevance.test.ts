import { expect, test } from "vitest";
import type { Passage } from "../../../src/memory/ports/model.ts";
import { createLexicon } from "../../../src/memory/search/lexicon.ts";
import { prepare, surroundings } from "../../../src/memory/search/prepared-passage.ts";
import { parseQuery } from "../../../src/memory/search/query.ts";
import { relevanceTo } from "../../../src/memory/search/relevance.ts";
import { type Signals, signalsFor } from "../../../src/memory/search/signals.ts";
import { statisticsOf } from "../../../src/memory/search/statistics.ts";
import { vocabularyOf } from "../../../src/memory/search/vocabulary.ts";
import { timeAskedIn } from "../../../src/memory/time/asked.ts";

const NOW = Date.UTC(2026, 2, 2);

interface Scene {
  text: string;
  kind?: "file" | "turn";
  speaker?: string;
  said_at?: number;
  total?: number;
  /** Passages in which each word stands. */
  count?: number;
  /** Cosines of the nearest passages, of which this one is the first. */
  nearest?: number[];
}

/** How much one passage belongs to a question; unless it is said, no word stands in more than one of all passages. */
function belonging(question: string, scene: Scene): number {
  const { text, kind = "file", speaker = "", total = 1_000, count = 1, nearest, said_at } = scene;
  const at = said_at === undefined ? {} : { said_at };
  const place = { id: 1, scope: "person", source: "a", key: "a", session: "a", ordinal: 0 } as const;
  const passage: Passage = { ...place, ...at, trust: "trusted", kind, speaker, role: "", agent: "", text };
  const query = parseQuery(question, timeAskedIn(question, { now: NOW }));
  const vocabulary = vocabularyOf(undefined);
  const digest = vocabulary.digest(passage);
  const counts = new Map(query.stems.map((stem) => [stem, count]));
  const lexicon = createLexicon(query, statisticsOf({ counts, total, owned: total }), vocabulary);
  const candidate = prepare(passage, digest, lexicon);
  const similarity = nearest && { scores: new Map(nearest.map((score, id) => [id + 1, score])), most: 1 };
  const asked = { query, lexicon, surroundings: surroundings([candidate]), aliases: new Map(), similarity };
  const signals: Signals = signalsFor(asked).quick(candidate);
  return relevanceTo({ ...asked, total })(candidate, signals);
}

const OTHER = "Other words stand between them and say nothing at all of it. ".repeat(10);

test("a passage that holds one word of many belongs less than one that holds most", () => {
  const question = "how do I descale the copper kettle with vinegar";
  const little = belonging(question, { text: "The copper price rose again." });
  expect(belonging(question, { text: "Vinegar descales a copper kettle." })).toBeGreaterThan(4 * little);
});

test("words that stand far apart on a page do not add up", () => {
  const apart = { text: `The kettle is old. ${OTHER} The vinegar is gone.` };
  const together = { text: `The kettle wants vinegar. ${OTHER}` };
  expect(belonging("kettle vinegar", together)).toBeGreaterThan(2 * belonging("kettle vinegar", apart));
});

test("the same words belong less the more passages there are to share them by chance", () => {
  const scene = { text: "The kettle is old." };
  const question = "is the kettle warm";
  expect(belonging(question, { ...scene, total: 100 })).toBeGreaterThan(
    belonging(question, { ...scene, total: 100_000 }),
  );
});

test("a name that all of a small memory holds still tells what is meant", () => {
  const scene = { text: "Marta moved to Graz in April.", total: 8, count: 8 };
  expect(belonging("where is Marta", scene)).toBeGreaterThan(0.07);
});

test("words that only join others tell nothing, in whatever language the memory is", () => {
  const text = "Der Kaminkehrer kommt am Montag zu uns.";
  expect(belonging("wie komme ich zu der Oper", { text })).toBeLessThan(0.01);
  expect(belonging("wann kommt der Kaminkehrer", { text })).toBeGreaterThan(0.1);
});

test("a question that names who speaks is about what was said", () => {
  const scene = { kind: "turn", text: "I sold the boat.", speaker: "Ann Reed" } as const;
  expect(belonging("is Ann happy", scene)).toBeGreaterThan(belonging("is Bob happy", scene) + 0.02);
});

test("a question for a day belongs to what was said on it", () => {
  const scene = { kind: "turn", text: "We went rowing." } as const;
  const asked = "what happened on 8 May 2025";
  expect(belonging(asked, { ...scene, said_at: Date.UTC(2025, 4, 8) })).toBeGreaterThan(0.1);
  expect(belonging(asked, { ...scene, said_at: Date.UTC(2025, 9, 8) })).toBeLessThan(0.01);
});

test("what a real embedder finds far nearer than all else belongs without a word in common", () => {
  const text = "The cello, every evening.";
  const background = Array.from({ length: 40 }, (_, at) => 0.3 - at / 1_000);
  expect(belonging("which instrument", { text, nearest: [0.75, ...background] })).toBeGreaterThan(0.07);
  expect(belonging("which instrument", { text, nearest: [0.31, ...background] })).toBeLessThan(0.02);
  expect(belonging("which instrument", { text, nearest: [0.75] })).toBe(0);
});
