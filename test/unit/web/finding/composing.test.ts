import { describe, expect, it } from "vitest";
import { suggestionQueryAt, withChoice } from "../../../../web/chat/composer/suggest/suggestion-query.ts";
import { changesOf, tagsOf } from "../../../../web/chat/sorting/sorting.ts";

describe("what is asked for in a message", () => {
  const asked = (written: string) => {
    const caret = written.indexOf("^");
    const at = suggestionQueryAt(written.replace("^", ""), caret);
    return at === null ? null : `${at.kind} ${at.from}-${at.to} ${at.words}`;
  };

  it("is a command behind a slash at its very beginning, while it is typed", () => {
    expect(asked("/^")).toBe("slash 0-1 ");
    expect(asked("/weekly-re^")).toBe("slash 0-10 weekly-re");
    expect(asked("/weekly report^")).toBe(null);
    expect(asked("and/or^")).toBe(null);
    expect(asked(" /x^")).toBe(null);
  });

  it("is an agent or a file behind an @ that begins a word", () => {
    expect(asked("Ask @re^ about it")).toBe("at 4-7 re");
    expect(asked("(@notes/plan.md^)")).toBe("at 1-15 notes/plan.md");
    expect(asked("ann@example.org^")).toBe(null);
  });

  it("gives way to what is chosen, with the caret behind it", () => {
    expect(withChoice("Read @pl now", { from: 5, to: 8 }, "`plan.md` ")).toEqual({
      text: "Read `plan.md`  now",
      caret: 15,
    });
  });
});

describe("folders and tags", () => {
  const item = (id: string, folder: string, ...tags: string[]) => ({ id, folder, tags });

  it("are read as they are typed", () => {
    expect(tagsOf(" spring, , roses,spring ")).toEqual(["spring", "roses"]);
    expect(tagsOf("x".repeat(50))).toEqual(["x".repeat(40)]);
  });

  it("change only what is not so already", () => {
    const one = [item("a", "Garden", "old")];
    expect(changesOf(one, { folder: "Sea", tags: [] })).toEqual([
      { id: "a", change: { folder: "Sea", tags: [] } },
    ]);
    expect(changesOf(one, { folder: "Garden", tags: ["old"] })).toEqual([]);
  });

  it("of several leave each its own tags, and its folder where none is named", () => {
    const several = [item("a", "Garden", "old"), item("b", "", "new")];
    expect(changesOf(several, { folder: undefined, tags: ["new"] })).toEqual([
      { id: "a", change: { tags: ["old", "new"] } },
    ]);
  });
});
