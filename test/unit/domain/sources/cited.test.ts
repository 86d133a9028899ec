import { expect, test } from "vitest";
import type { CitationPart, Part } from "../../../../src/domain/message.ts";
import { citationsBehind } from "../../../../src/domain/sources/cited.ts";

function cited(index: number): CitationPart {
  return { type: "citation", index, url: "https://owls.example/", title: "Owls" };
}

test("citations behind a place are those of texts that end behind it", () => {
  const parts: Part[] = [
    { type: "text", text: "First [1]." },
    cited(1),
    { type: "text", text: "Then [2]." },
    cited(2),
  ];
  expect(citationsBehind(parts, 0)).toEqual([cited(1), cited(2)]);
  expect(citationsBehind(parts, "First [1].".length)).toEqual([cited(2)]);
  expect(citationsBehind(parts, 100)).toEqual([]);
});
