import { describe, expect, test } from "vitest";
import { judge } from "../../../src/memory/write/junk.ts";
import { type Comparison, compare } from "../../../src/memory/write/similar.ts";

const OPPOSITE: Record<Comparison, Comparison> = {
  same: "same",
  fuller: "narrower",
  narrower: "fuller",
  correction: "correction",
  other: "other",
};

describe("what a sentence is to one that is remembered", () => {
  test.each<[string, string, Comparison]>([
    ["Ann is allergic to shellfish", "ann is very allergic to shellfish!", "same"],
    ["The user prefers dark mode", "User prefers dark mode in apps", "fuller"],
    ["Ann likes olives", "Ann doesn't like olives", "correction"],
    ["The rent is 900 euros", "The rent is 950 euros", "correction"],
    ["The meeting takes place at ten", "The meeting takes place at eleven", "correction"],
    ["My wife's name is Anna", "My wife's name is Anne", "correction"],
    ["Paul works as a nurse in Leeds", "Paul works as a teacher in Leeds", "correction"],
    ["The wifi password is on the fridge", "The wifi password is under the router", "correction"],
    ["Ann has a dog called Rex", "Ann has a dog called Max", "correction"],
    ["Tom is vegan", "Tom is no longer vegan", "correction"],
    ["Mein Chef heißt Müller", "Mein Chef heißt Maier", "correction"],
    ["Paul boit de l'alcool", "Paul ne boit pas d'alcool", "correction"],
    ["Pavel pije alkohol na oslavách", "Pavel nepije alkohol na oslavách", "correction"],
    ["Ayşe düğünlerde alkol içiyor", "Ayşe düğünlerde alkol içmiyor", "correction"],
    ["Анна ест мясо на праздниках", "Анна не ест мясо на праздниках", "correction"],
    ["Liisa juo kahvia", "Liisa ei juo kahvia", "correction"],
    ["安娜喜欢在家里养狗", "安娜不喜欢在家里养狗", "correction"],
    ["牙医预约在星期四下午", "牙医预约在星期一下午", "correction"],
  ])("%s | %s: %s", (known, said, comparison) => {
    expect(compare(known, said)).toBe(comparison);
    expect(compare(said, known)).toBe(OPPOSITE[comparison]);
  });

  test.each([
    ["Teal", "Blue"],
    ["Anna loves Ben", "Ben loves Anna"],
    ["Anna's birthday is 3 May", "Ben's birthday is 3 May"],
    ["The birthday of Anna is 3 May", "The birthday of Ben is 3 May"],
    ["Ann's sister works at Siemens", "Ann's brother works at Siemens"],
    ["Eva likes dogs in the flat", "Eva likes cats in the flat"],
    ["Ann is allergic to nuts", "Ann is allergic to milk"],
    ["Ann can't eat any nuts", "Ann can't eat any milk"],
    ["Ann ran 5 km on Monday", "Ann ran 10 km on Tuesday"],
    ["Ann likes tea", "Ann likes tea, and on Sundays she bakes rye bread with her neighbour from Porto"],
  ])("%s | %s: both may be true", (known, said) => {
    expect([compare(known, said), compare(said, known)]).toEqual(["other", "other"]);
  });
});

describe("junk", () => {
  test.each(["Ann was born in Uppsala", "我的生日是五月", "The user is a nurse in Leeds"])(
    "%s is kept",
    (text) => {
      expect(judge(text)).toEqual({ ok: true });
    },
  );

  test.each([
    "ok",
    "...",
    "User asked for help",
    "As an AI I cannot know",
    "-----BEGIN RSA PRIVATE KEY-----",
  ])("%s is refused", (text) => {
    expect(judge(text).ok).toBe(false);
  });
});
