import { describe, expect, test } from "vitest";
import { beginningsOf, kinOf, tailsOf } from "../../../src/memory/text/inflections.ts";
import { words } from "../../../src/memory/text/words.ts";

const folded = (word: string) => words(word)[0] ?? "";

describe("forms of a word", () => {
  test.each([
    ["Russian", "кошку", "Кошки"],
    ["Russian", "бабушка", "бабушке"],
    ["Ukrainian", "книгу", "книги"],
    ["Czech", "kočka", "Kočce"],
    ["Czech", "Praha", "Praze"],
    ["Polish", "kot", "kotem"],
    ["German", "Schwester", "Schwestern"],
    ["German", "Bruder", "Brüder"],
    ["German", "Zahnarzt", "Zahnarzttermin"],
    ["Turkish", "kedi", "kedimin"],
    ["Turkish", "kitap", "kitabı"],
    ["Turkish", "okul", "okulumuz"],
    ["Finnish", "Helsinki", "Helsingissä"],
    ["Finnish", "katu", "kadun"],
    ["Finnish", "tyttö", "tytön"],
    ["Hungarian", "kutyám", "kutyának"],
    ["Hungarian", "ház", "házban"],
    ["Greek", "γάτα", "γάτες"],
    ["Spanish", "perro", "perros"],
    ["French", "chien", "chiens"],
    ["Arabic", "القطة", "قطتي"],
    ["Arabic", "مدرسة", "المدرسة"],
    ["Hebrew", "כלב", "הכלב"],
  ])("%s: %s and %s", (_language, asked, word) => {
    expect(kinOf(folded(asked))(folded(word))).toBe("form");
    const begins = beginningsOf(folded(asked)).some((each) => folded(word).startsWith(each.begins));
    expect(begins).toBe(true);
  });

  test("a compound is kin of its second part, and the part of the compound", () => {
    expect(kinOf("termin")("zahnarzttermin")).toBe("part");
    expect(kinOf("zahnarzttermin")("termin")).toBe("part");
    expect(tailsOf("zahnarzttermin")).toContain("termin");
  });

  test.each([
    ["кошка", "кошелек"],
    ["море", "морковь"],
    ["Marta", "Maria"],
  ])("but not %s and %s", (asked, word) => {
    expect(kinOf(folded(asked))(folded(word))).toBe("none");
  });
});
