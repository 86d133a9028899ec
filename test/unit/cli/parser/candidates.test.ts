import { expect, it } from "vitest";
import { SECTIONS } from "../../../../src/cli/commands/list.mjs";
import { candidatesAfter } from "../../../../src/cli/parser/candidates.mjs";

const ALL = SECTIONS.flatMap(({ commands }) => commands);
const wordsAfter = (...words: string[]) => candidatesAfter(ALL, words).map(({ word }) => word);

it("offers commands, those below one, and its options", () => {
  expect(wordsAfter()).toEqual(expect.arrayContaining(["send", "memory", "backup"]));
  expect(wordsAfter("memory")).toEqual(expect.arrayContaining(["search", "forget", "--help"]));
  expect(wordsAfter("memory", "forget", "Ann")).toEqual(["--dry-run", "--final", "--json", "--help"]);
});
