import { describe, expect, it } from "vitest";
import {
  memoriesGiven,
  numbersOfGiven,
  sourcesGiven,
  withFreeNumbers,
} from "../../../../src/agent/sources/given.ts";
import type { Message, Part } from "../../../../src/domain/message.ts";
import type { NumberedSource } from "../../../../src/domain/sources/source.ts";

const AT = "2026-11-28T08:00:00.000Z";

function message(role: Message["role"], parts: Part[]): Message {
  return { id: "msg_1" as Message["id"], parent_id: null, role, parts, status: "complete", created_at: AT };
}

function file(file_id: string, name = `${file_id}.txt`): Part {
  return { type: "file", file_id, media_type: "text/plain", name, size: 3, url: `/files/${file_id}` } as Part;
}

function read(...numbers: number[]): Part {
  const sources = numbers.map(
    (n): NumberedSource => ({
      ...{ n, hash: `h${n}`, kind: "page", url: `https://${n}.example/`, title: "", chars: 1 },
      ...{ read_at: AT, trust: "untrusted" },
    }),
  );
  const call_id = "call_1" as Extract<Part, { type: "tool_result" }>["call_id"];
  const about = { type: "tool_result", name: "read", content: "", is_error: false } as const;
  return { ...about, call_id, trust: "untrusted", sources };
}

function cited(file_id: string, index: number): Part {
  const about = { chars: 3, read_at: AT, trust: "untrusted" as const };
  return {
    type: "citation",
    index,
    url: file_id,
    title: "",
    source_kind: "file",
    source_id: "h",
    read: about,
  };
}

describe("the number of an attached file", () => {
  const first = [message("user", [file("fil_a"), file("fil_b")])];

  it("is the next that is free, and stays when more is read and attached", () => {
    expect([...numbersOfGiven(first)]).toEqual([
      ["fil_a", 1],
      ["fil_b", 2],
    ]);
    const later = [
      ...first,
      message("assistant", [read(3, 4)]),
      message("user", [file("fil_c"), file("fil_a")]),
    ];
    expect([...numbersOfGiven(later)]).toEqual([
      ["fil_a", 1],
      ["fil_b", 2],
      ["fil_c", 5],
    ]);
  });

  it("is none that a later result has, as after messages before it were summarized", () => {
    const kept = [...first, message("assistant", [read(1, 7)])];
    expect([...numbersOfGiven(kept).values()]).toEqual([2, 3]);
  });

  it("is that of its citations", () => {
    const kept = [...first, message("assistant", [cited("fil_b", 6)])];
    expect([...numbersOfGiven(kept)]).toEqual([
      ["fil_a", 1],
      ["fil_b", 6],
    ]);
  });

  it("is given to files of people alone, and a mail is one", () => {
    const messages = [message("user", [file("fil_m", "letter.eml")]), message("assistant", [file("fil_x")])];
    expect(sourcesGiven(messages)).toMatchObject([
      { n: 1, kind: "mail", url: "fil_m", title: "letter.eml", trust: "untrusted" },
    ]);
  });
});

describe("a quoted mail", () => {
  const cited_as = { kind: "mail", title: "Crates · Ada", url: "mid:a1@owls.example" } as const;
  const quote: Part = { type: "text", text: "Forty crates come.", source: "e-mail to orders", cited_as };

  it("has a number among the files, and its words as its text", () => {
    const messages = [message("system", [{ type: "text", text: "A mail has come." }, quote, file("fil_a")])];
    expect(sourcesGiven(messages)).toMatchObject([
      { n: 1, ...cited_as, trust: "untrusted", from: { text: "Forty crates come." } },
      { n: 2, kind: "file", url: "fil_a" },
    ]);
  });

  it("is none where the quote names no source", () => {
    const { cited_as: _none, ...plain } = quote;
    expect(sourcesGiven([message("system", [plain])])).toEqual([]);
  });
});

describe("a recalled memory", () => {
  const items = [{ id: "a" }, { id: "b" }];

  it("has a number behind all that were given before", () => {
    const messages = [message("user", [file("fil_a")]), message("assistant", [read(4)])];
    expect(withFreeNumbers(items, messages).map(({ n }) => n)).toEqual([5, 6]);
  });

  it("is a source where it was shown with a number", () => {
    const about = { text: "Rex is a dog.", source: "Pets" };
    expect(
      memoriesGiven([
        { id: "a", ...about, n: 2, url: "/c/x#y" },
        { id: "b", ...about },
      ]),
    ).toEqual([
      {
        ...{ n: 2, kind: "memory", url: "/c/x#y", title: "Pets", trust: "trusted" },
        from: { text: "Rex is a dog." },
      },
    ]);
  });
});
