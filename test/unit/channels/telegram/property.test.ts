import { expect, test } from "vitest";
import { splitText } from "../../../../src/channels/split.ts";
import { formatForTelegram } from "../../../../src/channels/telegram/format/markdown.ts";
import { ROUNDS } from "../../../support/rounds.ts";
import { textProblem } from "../../../support/telegram/checks.ts";

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  "word", "naïve", "👩‍👩‍👧‍👦", "😀", "שלום", "مرحبا", "日本語", "e\u0301", "snake_case_name", "2*3*4", "a<b", "&amp;", "&",
  "**bold**", "*it*", "***both***", "~~no~~", "||hidden||", "`code`", "``a`b``", "[link](https://a.example/x_(y))",
  "![img](https://a.example/i.png)", "<b>tag</b>", "<br>", "**open", "_half", "`tick", "[broken](", "||", "\\*", "🇩🇪",
  "https://a.example/p?q=1&r=2", "#tag", "@name", "/cmd", "1.", "-", ">", "$x_1$", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u200b", "a**b**c", "[`c`](http://b.example)",
]; // biome-ignore format: one per line says no more

const LONG = ["x".repeat(5_000), "😀".repeat(3_000), `**${"y ".repeat(2_500)}**`];

type Pick = <Value>(values: readonly Value[]) => Value;

function answerOf(random: () => number): string {
  const pick: Pick = (values) => values[Math.floor(random() * values.length)] as (typeof values)[number];
  const count = (most: number) => 1 + Math.floor(random() * most);
  const words = (most: number) => Array.from({ length: count(most) }, () => pick(WORDS)).join(" ");
  const lines = (most: number, line: () => string) => Array.from({ length: count(most) }, line).join("\n");
  const blocks = [
    () => words(120),
    () => `${"#".repeat(count(6))} ${words(8)}`,
    () => `\`\`\`${pick(["", "ts", "python", 'js title="a"'])}\n${lines(20, () => words(8))}\n\`\`\``,
    () => lines(12, () => `${pick(["- ", "* ", "  - ", "1. ", "- [ ] ", "    * "])}${words(15)}`),
    () => lines(6, () => `${pick(["> ", "> > "])}${words(20)}`),
    () => `| a | ${words(3)} |\n|---|---|\n${lines(10, () => `| ${words(4)} | ${words(pick([2, 20]))} |`)}`,
    () => pick(["---", "```\nnever closed", ...(random() < 0.1 ? LONG : [])]),
    () => `[${count(9)}]: https://a.example/${count(99)}`,
  ];
  // Most are short, as answers are; one in fifty is as long as they get.
  const target = random() < 0.02 ? 20_000 : random() ** 4 * 2_000;
  let answer = "";
  while (answer.length < target || answer === "")
    answer += `${pick(blocks)()}${pick(["\n\n", "\n", "\n\n\n"])}`;
  return answer.slice(0, 20_000);
}

const measure = { limit: 4_096, length: (part: string) => formatForTelegram(part).text.length };

/** Letters and digits, in their order. */
const lettersOf = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.join("") ?? "";

test("random answers: Telegram takes each piece, no letter is lost, and the order is kept", () => {
  const problems: unknown[] = [];
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const markdown = answerOf(randomOf(seed));
    const pieces = splitText(markdown, measure);
    for (const piece of pieces) {
      const { text, entities } = formatForTelegram(piece);
      const problem = textProblem(text, entities);
      if (problem !== undefined) problems.push({ seed, problem, text: text.slice(0, 80) });
    }
    const plain = /[[\]!<&]|```|\|/.test(markdown) ? undefined : lettersOf(markdown);
    const shown = lettersOf(pieces.map((piece) => formatForTelegram(piece).text).join(""));
    if (plain !== undefined && plain !== shown) problems.push({ seed, problem: "letters were lost" });
  }
  expect(problems).toEqual([]);
}, 60_000);
