import { expect, test } from "vitest";
import { type Part, wordsToKeep } from "../../../src/domain/message.ts";

test("memory keeps the words of a person, not the instructions of the program they write with", () => {
  const parts: Part[] = [
    { type: "text", text: "[From the program that I write with]\nBe curt.\n\n[Now]\n", is_program: true },
    { type: "text", text: "Where is the anchorage?" },
  ];
  const message = { role: "user", parts } as const;
  expect(wordsToKeep(message)).toEqual({ text: "Where is the anchorage?", trust: "trusted" });
});
