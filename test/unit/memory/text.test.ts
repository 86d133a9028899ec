import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import {
  asksWhen,
  dateFit,
  dateInText,
  dateWords,
  parseDate,
  saysWhen,
} from "../../../src/memory/text/dates.ts";
import { callNames, isNamedIn, nameKey } from "../../../src/memory/text/names.ts";
import { stem } from "../../../src/memory/text/porter.ts";
import { extraQueryTokens, extraTokens } from "../../../src/memory/text/scripts.ts";
import { words } from "../../../src/memory/text/words.ts";

describe("stems", () => {
  test("are those of SQLite's own porter tokenizer", () => {
    const list =
      `caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized
      hopping tanned falling hissing fizzed failing filing happy sky relational conditional rational valenci hesitanci
      digitizer conformabli radicalli differentli vileli analogousli vietnamization predication operator feudalism
      decisiveness hopefulness callousness formaliti sensitiviti sensibiliti triplicate formative formalize electriciti
      electrical hopeful goodness revival allowance inference airliner gyroscopic adjustable defensible irritant
      replacement adjustment dependent adoption homologou communism activate angulariti homologous effective bowdlerize
      probate rate cease controll roll colours favourite gardening studies studied studying university generously yes
      is was by eye dying lying news lgbtq painting paintings`.split(/\s+/);
    const db = new DatabaseSync(":memory:");
    db.exec("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='porter unicode61 remove_diacritics 2')");
    db.exec("CREATE VIRTUAL TABLE v USING fts5vocab(t, 'row')");
    const known = list.map((word) => {
      db.prepare("DELETE FROM t").run();
      db.prepare("INSERT INTO t VALUES (?)").run(word);
      return [word, db.prepare("SELECT term FROM v").get()?.["term"]];
    });
    expect(list.map((word) => [word, stem(word)])).toEqual(known);
  });
});

describe("words", () => {
  test("come without case, accents and punctuation", () => {
    expect(words("Zoë's Café, at 10:30!")).toEqual(["zoe", "s", "cafe", "at", "10", "30"]);
  });

  test("of scripts without spaces are indexed by character and pair, and asked for by pair", () => {
    expect(extraTokens("去北京 now")).toEqual(["去", "北", "京", "去北", "北京"]);
    expect(extraQueryTokens("北京市")).toEqual(["北京", "京市"]);
    expect(extraQueryTokens("京")).toEqual(["京"]);
  });

  test("of other alphabets are indexed without their marks too", () => {
    expect(extraTokens("Θεσσαλονίκη")).toEqual(["θεσσαλονικη"]);
  });

  test("an emoji is a word", () => {
    expect(extraTokens("nice 🎻")).toEqual(extraQueryTokens("🎻"));
  });
});

describe("dates", () => {
  test.each([
    ["1:56 pm on 8 May, 2023", "2023-05-08T13:56:00.000Z"],
    ["12:05 am on 1 January, 2024", "2024-01-01T00:05:00.000Z"],
    ["2026-03-31", "2026-03-31T00:00:00.000Z"],
    ["2026-03-31T12:00:00Z", "2026-03-31T12:00:00.000Z"],
    ["2026-03-31T12:00:00+02:00", "2026-03-31T10:00:00.000Z"],
    ["2026-03-31 12:00", "2026-03-31T12:00:00.000Z"],
    ["May 8th, 2023", "2023-05-08T00:00:00.000Z"],
    ["8 Sept 2023", "2023-09-08T00:00:00.000Z"],
  ])("%s is read", (text, iso) => {
    expect(new Date(parseDate(text) ?? 0).toISOString()).toBe(iso);
  });

  test.each(["", "someday", "2026-13-45", "soon, maybe", "12:30"])("%j is none", (text) => {
    expect(parseDate(text)).toBeUndefined();
  });

  test.each([
    ["What did Ann do on 8 May 2023?", { year: 2023, month: 4, day: 8 }],
    ["Where were they in August?", { month: 7 }],
    ["Who came in 2022?", { year: 2022 }],
    ["the party on Jan. 3rd", { month: 0, day: 3 }],
    ["in March 2024", { year: 2024, month: 2 }],
    ["May I march along?", undefined],
    ["what may come of it", undefined],
  ])("%s asks for its date", (text, asked) => {
    expect(dateInText(text)).toEqual(asked);
  });

  test("fit by month, better by day, hardly by year", () => {
    const at = Date.UTC(2023, 4, 8);
    expect(dateFit({ month: 4, year: 2023 }, at)).toBe(0.6);
    expect(dateFit({ month: 4, day: 9 }, at)).toBeCloseTo(1.2);
    expect(dateFit({ month: 4, day: 20 }, at)).toBeCloseTo(0.3);
    expect(dateFit({ year: 2023 }, at)).toBe(0.1);
    expect(dateFit({ month: 4, year: 2022 }, at)).toBe(0);
  });

  test("are indexed in the words that a question uses", () => {
    expect(dateWords(Date.UTC(2023, 4, 8))).toBe("8 may 2023 monday");
  });

  test("questions for a time and texts that tell one are known", () => {
    expect([asksWhen("When did she leave?"), asksWhen("how long ago"), asksWhen("why?")]).toEqual([
      true,
      true,
      false,
    ]);
    expect([saysWhen("two weeks ago"), saysWhen("on Friday"), saysWhen("I like tea")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("names", () => {
  test("are compared as whole words, by first name and alias", () => {
    const aliases = new Map([["robert smith", ["bob"]]]);
    const names = callNames("Robert Smith", aliases);
    expect(names).toEqual(["robert smith", "robert", "bob"]);
    expect(isNamedIn("al", nameKey("He also came"))).toBe(false);
    expect(isNamedIn("bob", nameKey("Where is Bob?"))).toBe(true);
  });
});
