import { describe, expect, it } from "vitest";
import { TagFilter } from "../../../src/agent/tags/tag-filter.ts";

/** The text shown when the reply arrives in pieces of that size. */
function filtered(text: string, size: number) {
  const filter = new TagFilter();
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
    const filter = new TagFilter();
    const shown = [..."ok [DELEGATE:scholar]read it[/DELEGATE]"].map((letter) => filter.push(letter));
    expect(shown.join("")).toBe("ok ");
    expect(filter.tags).toEqual([{ name: "DELEGATE", argument: "scholar", body: "read it" }]);
  });
});
