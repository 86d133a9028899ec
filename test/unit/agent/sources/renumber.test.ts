/** Citations that come with a text of elsewhere, and the numbers of the conversation that gets it. */
import { expect, test } from "vitest";
import { sourcesIn } from "../../../../src/agent/sources/number.ts";
import { withOwnNumbers } from "../../../../src/agent/sources/renumber.ts";
import type { CitationPart } from "../../../../src/domain/message.ts";
import type { NumberedSource } from "../../../../src/domain/sources/source.ts";

const read = { chars: 40, read_at: "2026-01-01T00:00:00.000Z", trust: "untrusted" } as const;

function cited(index: number, isFirst = true): CitationPart {
  const source_id = String(index).repeat(64);
  const url = `https://birds.example/${index}`;
  return { type: "citation", index, url, title: `Birds ${index}`, source_id, ...(isFirst && { read }) };
}

function known(n: number, of: number): NumberedSource {
  const { source_id = "", url, title } = cited(of);
  return { ...read, kind: "page", n, hash: source_id, url, title };
}

test("a source that the conversation has keeps its number, another one gets the next", () => {
  const text = "Moths [1]. Beetles [2][1].";
  const citations = [cited(1), cited(2), cited(1, false)];
  const parts = withOwnNumbers({ text, citations }, [known(3, 2)]);
  expect(parts[0]).toEqual({ type: "text", text: "Moths [4]. Beetles [3][4]." });
  expect(parts.slice(1).map((part) => part.type === "citation" && part.index)).toEqual([4, 3, 4]);
  expect(sourcesIn(parts).map(({ n, url }) => [n, url])).toEqual([
    [4, "https://birds.example/1"],
    [3, "https://birds.example/2"],
  ]);
});

test("brackets of no citation and code stay as they are", () => {
  const text = "Row [7], `list[1]`, words [1].";
  const [part] = withOwnNumbers({ text, citations: [cited(1)] }, [known(1, 5)]);
  expect(part).toEqual({ type: "text", text: "Row [7], `list[1]`, words [2]." });
});

test("a citation without what was read names no source of its own", () => {
  expect(sourcesIn([cited(1, false)])).toEqual([]);
});
