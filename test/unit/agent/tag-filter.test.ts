import { describe, expect, it } from "vitest";
import { TagFilter } from "../../../src/agent/tags/tag-filter.ts";

/** The text shown when the reply arrives in pieces of that size. */
function filtered(text: string, size: number, serves: (tag: string) => boolean = () => true) {
  const filter = new TagFilter(serves);
  let shown = "";
  for (let at = 0; at < text.length; at += size) shown += filter.push(text.slice(at, at + size));
  return { shown: shown + filter.finish(), tags: filter.tags };
}

const SIZES = [1, 2, 3, 7, 1_000];

describe("a tag filter", () => {
  it.each(SIZES)("takes tags out of text that comes in pieces of %i", (size) => {
    const text = "Noted. [MEMORY:preference] likes [tea] [/MEMORY]Anything else?[STATE:mood]calm[/STATE]";
    expect(filtered(text, size)).toEqual({
      shown: "Noted. Anything else?",
      tags: [
        { name: "MEMORY", argument: "preference", body: "likes [tea]" },
        { name: "STATE", argument: "mood", body: "calm" },
      ],
    });
  });

  it.each(SIZES)("leaves brackets that are no tags, in pieces of %i", (size) => {
    const text = "[1] a[0] [MEMO] [link](https://example.com) [[x]] [MEMORY";
    expect(filtered(text, size)).toEqual({ shown: text, tags: [] });
  });

  it.each(SIZES)("shows a tag that was never closed, in pieces of %i", (size) => {
    expect(filtered("Write [MEMORY:fact] to keep it.", size).shown).toBe("Write [MEMORY:fact] to keep it.");
  });

  it.each(SIZES)("says nothing for a silent reply, in pieces of %i", (size) => {
    expect(filtered("[SILENT]", size)).toEqual({ shown: "", tags: [] });
  });

  it("never shows any part of a tag while it streams", () => {
    const filter = new TagFilter(() => true);
    const shown = [..."ok [DELEGATE:scholar]read it[/DELEGATE]"].map((letter) => filter.push(letter));
    expect(shown.join("")).toBe("ok ");
    expect(filter.tags).toEqual([{ name: "DELEGATE", argument: "scholar", body: "read it" }]);
  });

  const CODE = [
    "Write it so:\n```\n[MEMORY]tea[/MEMORY]\n```\n",
    "~~~md\n[MEMORY]tea[/MEMORY]\n```\n[MEMORY]tea[/MEMORY]\n~~~\n",
    "````\n```\n[MEMORY]tea[/MEMORY]\n````\n",
    "It is `[MEMORY]tea[/MEMORY]` or ``a ` [STATE:x]y[/STATE]``.",
    "```\n[SILENT]\n",
  ];
  it.each(SIZES.flatMap((size) => CODE.map((text) => [size, text] as const)))(
    "leaves tags in code as they are, in pieces of %i: %j",
    (size, text) => {
      expect(filtered(text, size)).toEqual({ shown: text, tags: [] });
    },
  );

  it.each(SIZES)("goes on with tags after code has ended, in pieces of %i", (size) => {
    const text = "```\ncode\n```\nand `code` [MEMORY]tea[/MEMORY]\nan odd ` here\n[MEMORY]milk[/MEMORY]";
    const { shown, tags } = filtered(text, size);
    expect(tags.map(({ body }) => body)).toEqual(["tea", "milk"]);
    expect(shown).toBe("```\ncode\n```\nand `code` \nan odd ` here\n");
  });

  it.each(SIZES)("leaves a tag whose tool the agent has not, in pieces of %i", (size) => {
    const text = "[DELEGATE:scholar]read[/DELEGATE] and [MEMORY]tea[/MEMORY]";
    expect(filtered(text, size, (tag) => tag === "MEMORY")).toEqual({
      shown: "[DELEGATE:scholar]read[/DELEGATE] and ",
      tags: [{ name: "MEMORY", argument: "", body: "tea" }],
    });
  });
});
