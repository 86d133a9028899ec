import { describe, expect, test } from "vitest";
import type { TalkMessage } from "../../../src/agent/ports/memory.ts";
import { searchTextOf } from "../../../src/memory/read/search-text.ts";
import { isContextDependent } from "../../../src/memory/text/context-dependent.ts";

const COMMON = new Set(["year", "time", "good", "went", "week", "capital"]);
const leans = (text: string) => isContextDependent(text, (word) => !COMMON.has(word));

test.each([
  "and when was that?",
  "And when was that",
  "what did she say about it?",
  "why?",
  "in which year?",
  "under what condition?",
  "who with",
  "and of Norway?",
  "do you know when that was?",
  "how much did it cost?",
  "und wann war das?",
  "seit wann?",
  "et combien ?",
  "il revient quand ?",
  "¿y a quién?",
  "e quanto costa?",
])("%s: leans on the talk before it", (text) => expect(leans(text)).toBe(true));

test.each([
  "",
  "thanks, that was very helpful",
  "that's great",
  "where did Theo put the tent?",
  "what time is it?",
  "what's the date?",
  "is it going to rain tomorrow?",
  "how cold is it outside?",
  "wie spät ist es?",
  "quelle heure est-il ?",
  "¿qué hora es?",
  "what can you do?",
  "are you sure you can do that?",
  "who are you?",
  "set a timer for ten minutes",
  "how many minutes are in a week",
  "¿cuál es la capital de Noruega?",
  `why ${"and why ".repeat(400)}?`,
])("%s: is taken as it stands", (text) => expect(leans(text)).toBe(false));

describe("the words that are looked for", () => {
  const asked = (text: string): TalkMessage => ({ role: "user", text });
  const answered = (text: string): TalkMessage => ({ role: "assistant", text });
  const lines = (query: string, earlier: TalkMessage[]) => searchTextOf(query, earlier, () => 1).split("\n");

  test("are those of the newest message where it is understood by itself", () => {
    expect(lines("where is the blue tent?", [asked("who is Theo?"), answered("A friend.")])).toEqual([
      "where is the blue tent?",
    ]);
  });

  test("reach back to the last question that is understood by itself", () => {
    const talk = [
      asked("who feeds the cat in August?"),
      answered("Ines does."),
      asked("where is the blue tent?"),
      answered("Theo has it."),
      asked("since when?"),
      answered("Since Easter."),
    ];
    expect(lines("and why?", talk)).toEqual([
      "and why?",
      "Since Easter.",
      "since when?",
      "Theo has it.",
      "where is the blue tent?",
    ]);
  });

  test("are of a long answer the first ones, in whole words", () => {
    const [, first = ""] = lines("why?", [
      asked("where is the tent?"),
      answered("Theo has it there. ".repeat(40)),
    ]);
    expect(first.length).toBeLessThanOrEqual(100);
    expect(first).toMatch(/^Theo has it there\..* (?:Theo|has|it|there\.)$/);
  });

  test("are none of what the model without a key says of itself", () => {
    const talk = [asked("where is the tent?"), answered("I know nothing about the tent yet.")];
    expect(lines("why?", talk)).toEqual(["why?", "where is the tent?"]);
  });
});
