import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { wordList } from "../../../src/memory/word-vectors/word-list.ts";

const bytesOf = (words: readonly string[]) => new TextEncoder().encode(words.join("\n"));

describe("the words of a table", () => {
  test("are all found by their ranks, and their ranks by them", () => {
    const file = readFileSync(new URL("../../../web/public/word-vectors.bin", import.meta.url));
    const bytes = file.subarray(14, 14 + file.readUInt32LE(10));
    const words = bytes.toString("latin1").split("\n");
    const list = wordList(bytes, words.length);
    expect(words.length).toBe(20_000);
    expect(words.filter((word, rank) => list.rankOf(word) !== rank || list.at(rank) !== word)).toEqual([]);
  });

  test.each(["ca", "cars", "", "Car", "cär", "\u0163ar", "car\nvan"])("are not taken for %j", (word) => {
    expect(wordList(bytesOf(["the", "car", "van"]), 3).rankOf(word)).toBeUndefined();
  });

  test("end with the last of them", () => {
    const list = wordList(bytesOf(["the", "car"]), 2);
    expect([list.at(0), list.at(1), list.at(2)]).toEqual(["the", "car", undefined]);
  });

  test("may be none", () => {
    expect(wordList(new Uint8Array(), 0).rankOf("car")).toBeUndefined();
  });
});
