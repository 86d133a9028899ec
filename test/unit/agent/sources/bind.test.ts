import { describe, expect, it } from "vitest";
import { type BindableSource, type BoundAnswer, bindCitations } from "../../../../src/agent/sources/bind.ts";
import { markersIn } from "../../../../src/agent/sources/markers.ts";
import { withNumbers } from "../../../../src/agent/sources/number.ts";
import type { Part } from "../../../../src/domain/message.ts";
import type { NumberedSource, Source } from "../../../../src/domain/sources/source.ts";

const TEXTS: Record<string, string> = {
  owls: "Owls hunt at night.\nThe barn owl weighs 430 g and nests in church towers.",
  nightjars: "Nightjars are birds.\n\nA nightjar's song reaches 1,900 notes a minute.",
};

const SOURCES: NumberedSource[] = ["owls", "nightjars"].map((hash, index) => ({
  n: index + 1,
  ...source(hash),
}));

function source(hash: string): Source {
  const chars = TEXTS[hash]?.length ?? 0;
  const url = `https://${hash}.example/`;
  return {
    hash,
    kind: "page",
    url,
    title: hash,
    chars,
    read_at: "2026-11-28T08:00:00.000Z",
    trust: "untrusted",
  };
}

function text(words: string): Part {
  return { type: "text", text: words };
}

function bound(parts: Part[], sources: BindableSource[] = SOURCES): Promise<BoundAnswer> {
  return bindCitations({ parts, sources, textOf: async (hash) => TEXTS[hash] });
}

async function written(words: string): Promise<[string, number[]]> {
  const { parts, citations } = await bound([text(words)]);
  const first = parts[0];
  return [first?.type === "text" ? first.text : "", citations.map(({ index }) => index)];
}

describe("What a turn was given", () => {
  const given = { chars: 9, is_given: true as const };
  const file: BindableSource = { ...source("owls"), ...given, n: 1, kind: "file", url: "fil_1" };
  const memory: BindableSource = { ...source("nightjars"), ...given, n: 2, kind: "memory", url: null };

  it("is cited with what was read of it, at its first citation", async () => {
    const { citations } = await bound(
      [text("Owls hunt at night [1]. In towers nests the barn owl [1].")],
      [file],
    );
    expect(citations).toMatchObject([
      { index: 1, source_kind: "file", url: "fil_1", source_id: "owls", read: { chars: 9 } },
      { index: 1, source_id: "owls" },
    ]);
    expect(citations[1]).not.toHaveProperty("read");
  });

  it("is a memory only where its words are found: other numbers are the answer's own", async () => {
    const words =
      "A nightjar's song reaches 1,900 notes a minute [2].\n\nReferences:\n- [2] Darwin, 1859.\n- [3] Huxley.";
    const { parts, citations, dropped } = await bound([text(words)], [memory]);
    expect(parts[0]).toMatchObject({ text: words });
    expect(citations).toMatchObject([{ index: 2, source_kind: "memory", read: { chars: 9 } }]);
    expect(dropped).toBe(0);
    const strict = await bound([text(words)], [file, memory]);
    expect(strict).toMatchObject({ dropped: 2, citations: [{ index: 2 }] });
  });
});

describe("A marker of an answer", () => {
  it.each([
    ["Barn owls are light [1].", "Barn owls are light [1].", [1]],
    ["Both [1, 2] and [1][2].", "Both [1][2] and [1][2].", [1, 2, 1, 2]],
    ["As Perplexity writes[2].", "As Perplexity writes[2].", [2]],
    ["In brackets of lenses 【2†L3-L9】.", "In brackets of lenses [2].", [2]],
    ["A footnote [^1] and [Source 2].", "A footnote [1] and [2].", [1, 2]],
    ["Nobody read this [7].", "Nobody read this.", []],
    ["One of two [1, 9].", "One of two [1].", [1]],
    ["`arr[1]` and\n```\n[2]\n```\nin code [1]", "`arr[1]` and\n```\n[2]\n```\nin code [1]", [1]],
    ["An index arr[7] in words", "An index arr[7] in words", []],
    [
      "A link [1](https://a.example) and [[2]](https://b.example)",
      "A link [1](https://a.example) and [[2]](https://b.example)",
      [],
    ],
    ["[1]: https://a.example", "[1]: https://a.example", []],
    ["The year [2024] is no marker", "The year [2024] is no marker", []],
    ["", "", []],
  ])("is bound or taken out: %s", async (words, expected, numbers) => {
    expect(await written(words)).toEqual([expected, numbers]);
  });

  it("has the passage that carries its sentence, with its place", async () => {
    const { citations } = await bound([text("It sings. The song has 1,900 notes a minute. [2]")]);
    expect(citations).toEqual([
      {
        type: "citation",
        index: 2,
        url: "https://nightjars.example/",
        title: "nightjars",
        source_id: "nightjars",
        quote: "A nightjar's song reaches 1,900 notes a minute.",
        start: 22,
        end: 69,
      },
    ]);
  });

  it("has no passage where the source says nothing like it", async () => {
    const { citations } = await bound([text("Quantum computers are expensive [1].")]);
    expect(citations[0]).not.toHaveProperty("quote");
  });

  it("that was taken out is counted", async () => {
    expect((await bound([text("No [7], no [8, 1].")])).dropped).toBe(2);
  });

  it("stays as it is where nothing was read, and where the provider cites", async () => {
    expect((await bound([text("As it is [7].")], [])).parts).toEqual([text("As it is [7].")]);
    const own: Part = { type: "citation", index: 1, url: "https://p.example", title: "P" };
    expect((await bound([text("Theirs [1] and [9]."), own])).parts).toEqual([
      text("Theirs [1] and [9]."),
      own,
    ]);
  });

  it("before calls of tools is bound, but not written anew, so that the model finds its own words", async () => {
    const call = { type: "tool_call", call_id: "call_1", name: "x", input: {} } as Part;
    const { parts } = await bound([text("First [1] and [7]."), call, text("Last [7].")]);
    expect(parts.map((part) => (part.type === "text" ? part.text : part.type))).toEqual([
      "First [1] and [7].",
      "citation",
      "tool_call",
      "Last.",
    ]);
  });

  it("is found in time that grows with the length of the text", () => {
    expect(markersIn("`[2]` [1] so ".repeat(100_000))).toHaveLength(100_000);
  });
});

describe("The number of a source", () => {
  it("is the next that is free, and the same for the same text from the same place", () => {
    const changed = { ...source("owls"), hash: "later" };
    expect(withNumbers([source("nightjars"), changed, changed], SOURCES).map(({ n }) => n)).toEqual([
      2, 3, 3,
    ]);
    expect(withNumbers([source("owls")], []).map(({ n }) => n)).toEqual([1]);
  });
});
