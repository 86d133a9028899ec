import { describe, expect, test } from "vitest";
import { excerptOf, LONGEST_EXCERPT } from "../../../src/memory/read/excerpt.ts";
import { plainText } from "../../../src/memory/text/plain.ts";
import { computed } from "../../support/computed.ts";

const FILLER = "Nothing of it is said in this sentence at all. ".repeat(20);

describe("the part of a passage that is shown", () => {
  test("is all of a short one, on one line", () => {
    expect(excerptOf("The boiler\nwas **serviced**.", "boiler")).toBe("The boiler was serviced.");
  });

  test("stands around what was asked for, with what stands just before it", () => {
    const text = `${FILLER}Hofer and Son serviced the boiler in October. ${FILLER}`;
    const shown = excerptOf(text, "who serviced the boiler?");
    expect(shown).toContain("Hofer and Son serviced the boiler in October.");
    expect(shown).toMatch(/^… .* …$/);
    expect(shown.length).toBeLessThanOrEqual(LONGEST_EXCERPT);
  });

  test("stands where most of the words are together, not at the first of them", () => {
    const text = `The boiler is old. ${FILLER}The boiler was serviced by Hofer. ${FILLER}`;
    expect(excerptOf(text, "who serviced the boiler")).toContain("serviced by Hofer");
  });

  test("is found in scripts without spaces", () => {
    expect(excerptOf(`${FILLER}我的自行车停在图书馆后面。${FILLER}`, "自行车停在哪里")).toContain("图书馆");
  });

  test.each([
    ["one word without an end", "x".repeat(5_000)],
    ["pictures", "🎻".repeat(3_000)],
    ["half a picture", `${"a".repeat(399)}\ud83c${"b".repeat(500)}`],
    ["open marks", "[".repeat(10_000)],
    ["stars", "*a ".repeat(5_000)],
    ["nothing", ""],
  ])("of %s is whole characters, and soon there", async (_what, text) => {
    const { result: shown, ms } = await computed(() => excerptOf(text, "x a"));
    expect(shown.isWellFormed()).toBe(true);
    expect(shown.length).toBeLessThanOrEqual(LONGEST_EXCERPT);
    expect(ms).toBeLessThan(200);
  });
});

test.each([
  ["# Title\n\n- one\n- [x] two", "Title one two"],
  ["> said *so* and __so__ with `code`", "said so and so with code"],
  ["[the page](https://a.test/b_(c)) ![a map](map.png)", "the page a map"],
  ["| a | b |\n|---|:-:|\n| 1 | 2 |", "a b 1 2"],
  ["```js\nlet a = 1;\n```\nafter", "let a = 1; after"],
  ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
  ["a<br>b <b>c</b> if 1 < 2", "a b c if 1 < 2"],
])("%j reads as plain words", (markdown, plain) => expect(plainText(markdown)).toBe(plain));
