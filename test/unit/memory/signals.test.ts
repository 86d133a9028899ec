import { describe, expect, test } from "vitest";
import type { Passage } from "../../../src/memory/ports/model.ts";
import { createLexicon } from "../../../src/memory/search/lexicon.ts";
import { prepare, surroundings } from "../../../src/memory/search/prepared-passage.ts";
import { parseQuery } from "../../../src/memory/search/query.ts";
import { type Signals, signalsFor } from "../../../src/memory/search/signals.ts";
import { statisticsOf } from "../../../src/memory/search/statistics.ts";
import { vocabularyOf } from "../../../src/memory/search/vocabulary.ts";
import { questionsIn } from "../../../src/memory/text/questions.ts";
import { timeAskedIn } from "../../../src/memory/time/asked.ts";
import { computed } from "../../support/computed.ts";

const NOW = Date.UTC(2026, 2, 2);

interface Said {
  speaker: string;
  text: string;
  session?: string;
  role?: string;
  said_at?: number;
}

/** The signals of each passage of one conversation, without word vectors. */
function signalsOf(question: string, said: readonly Said[], asker?: string): Signals[] {
  const passages = said.map(
    ({ speaker, text, session = "s1", role = "user", said_at }, ordinal): Passage => ({
      id: ordinal + 1,
      scope: "person",
      trust: "trusted",
      kind: "turn",
      source: "c1",
      key: `m${ordinal}`,
      session,
      ordinal,
      speaker,
      role,
      agent: "",
      text,
      ...(said_at !== undefined && { said_at }),
    }),
  );
  const query = parseQuery(question, timeAskedIn(question, { now: NOW }));
  const vocabulary = vocabularyOf(undefined);
  const digests = passages.map((passage) => vocabulary.digest(passage));
  const statistics = statisticsOf({ counts: new Map(), total: 100, owned: 100 });
  const lexicon = createLexicon(query, statistics, vocabulary);
  const all = digests.map((digest, at) => prepare(passages[at] as Passage, digest, lexicon));
  const { quick } = signalsFor({
    query,
    lexicon,
    surroundings: surroundings(all),
    similarity: undefined,
    aliases: new Map(),
    ...(asker !== undefined && { asker }),
  });
  return all.map(quick);
}

const column = <K extends keyof Signals>(name: K, question: string, said: readonly Said[]) =>
  signalsOf(question, said).map((signals) => signals[name]);

test('where several people speak, "I" is whoever asks', () => {
  const said = ["Ann", "Bob", "Cleo"].map((speaker) => ({ speaker, text: "The boat is mine." }));
  const speakerOf = (asker?: string) =>
    signalsOf("what did I say of the boat", said, asker).map(({ speaker }) => speaker);
  expect(speakerOf("Bob")).toEqual([0, 1, 0]);
  expect(speakerOf()).toEqual([0, 0, 0]);
});

describe("an answer", () => {
  test("follows what asks for it, in the same session, wherever in the passage that asks", () => {
    const question = { speaker: "Ann", text: "Nice. Where did the boat go? I was not there." };
    const said = [
      question,
      { speaker: "Bob", text: "To the island." },
      { speaker: "Ann", text: "The boat goes." },
      question,
      { speaker: "Bob", text: "Good morning.", session: "s2" },
    ];
    const asked = column("asked", "boat island", said);
    expect(asked).toEqual([0, expect.closeTo(0.5), 0, 0, 0]);
  });

  test("follows over the end of a day, unless the talk has paused", () => {
    const midnight = Date.UTC(2026, 2, 2);
    const asks = {
      speaker: "Ann",
      text: "Where did the boat go?",
      session: "2026-03-01",
      said_at: midnight - 60_000,
    };
    const answersAt = (said_at: number) => ({
      speaker: "Bob",
      text: "To the island.",
      session: "2026-03-02",
      said_at,
    });
    const asked = (said_at: number) => column("asked", "boat island", [asks, answersAt(said_at)])[1];
    expect(asked(midnight + 60_000)).toBeCloseTo(0.5);
    expect(asked(midnight + 8 * 3_600_000)).toBe(0);
    const context = (said_at: number) => column("context", "boat", [asks, answersAt(said_at)])[1] ?? 0;
    expect(context(midnight + 60_000)).toBeGreaterThan(0);
    expect(context(midnight + 8 * 3_600_000)).toBe(0);
  });

  test("is one to the words that are asked, not to those around them", () => {
    const said = [
      { speaker: "Ann", text: "I saw the boat. How are you?" },
      { speaker: "Bob", text: "Fine." },
    ];
    expect(column("asked", "boat", said)).toEqual([0, 0]);
  });

  test("may be to a question in another script", () => {
    expect(questionsIn("船が出た。どこへ行ったの？ いいね")).toBe("どこへ行ったの？");
    expect(questionsIn("No question. None at all!")).toBe("");
  });

  test("is found in a long text without marks in time that grows with its length alone", async () => {
    const { ms } = await computed(() => questionsIn(`Why? ${"a ".repeat(200_000)}`));
    expect(ms).toBeLessThan(1_000);
  });
});

describe("a passage that brings a name", () => {
  const said = [
    { speaker: "Ann", text: "We went to Lisbon with the children." },
    { speaker: "Bob", text: 'I read "Nothing Is True" again.' },
    { speaker: "Bob", text: "Thanks, Ann! Great to hear, Annie." },
    { speaker: "Ann Miller", text: "Today was good. We went home." },
  ];

  test.each(["Who did they meet?", "Where did they go?", "Which books did he read?", "What is it called?"])(
    "counts for the question %j",
    (question) => {
      expect(column("names", question, said)).toEqual([1, 1, 1, 0]);
    },
  );

  test.each(["When did they go?", "Why was it good?", "What did he think of the state of the city?"])(
    "does not count for the question %j",
    (question) => {
      expect(column("names", question, said)).toEqual([0, 0, 0, 0]);
    },
  );

  test("brings nothing new with a name of the question, or by calling the other, in short or in full", () => {
    const calls = [
      { speaker: "Melanie", text: "We went to Lisbon." },
      { speaker: "Caroline", text: "Thanks, Mel! Tell me, Melanie, how it was." },
    ];
    expect(column("names", "Who went to Lisbon?", calls)).toEqual([0, 0]);
  });
});

describe("whom a question is about", () => {
  const said = [
    { speaker: "Ann", text: "Good morning." },
    { speaker: "Bob Stone", text: "Good morning." },
    { speaker: "Eve", text: "Good morning." },
  ];
  test.each([
    ["What did Bob give to Ann?", [0, 1, 0]],
    ["What does Ann think of Bob's boat?", [1, 0, 0]],
    ["What did Bob Stone tell Ann?", [0, 1, 0]],
    ["What did Ann's mother tell Bob?", [0, 0, 0]],
    ["What did Ann and Bob do?", [0, 0, 0]],
    ["What boat belongs to Bob?", [0, 1, 0]],
    ["What was Eve's boat called?", [0, 0, 1]],
    ["Did annual reports reach Bob?", [0, 1, 0]],
  ])("is in %j the speaker who tells of it", (question, expected) => {
    expect(column("speaker", question, said)).toEqual(expected);
  });

  test("is the asker where the question says so", () => {
    const talk = [
      { speaker: "Ann", text: "Good morning." },
      { speaker: "Nightjar", text: "Good morning.", role: "assistant" },
    ];
    expect(column("speaker", "What did I tell Nightjar?", talk)).toEqual([1, 0]);
    expect(column("speaker", "What did Nightjar tell me?", talk)).toEqual([0, 1]);
  });
});

describe("a question for several things", () => {
  test.each([
    "Which books has Ann read?",
    "What outdoor activities does Ann like?",
    "What kind of art does Ann make?",
    "How many dogs has she?",
    "What do Ann and Bob both like?",
  ])("is %j", (question) => {
    expect(parseQuery(question, timeAskedIn(question, { now: NOW })).wantsSeveral).toBe(true);
  });

  test.each(["What is Ann's job?", "What does Ann do?", "What was the boat called?", "When did Ann leave?"])(
    "is not %j",
    (question) => {
      expect(parseQuery(question, timeAskedIn(question, { now: NOW })).wantsSeveral).toBe(false);
    },
  );
});
