import { expect, test } from "vitest";
import { renderDiscord } from "../../../../src/channels/discord/format/render.ts";
import { mrkdwnOf } from "../../../../src/channels/slack/mrkdwn.ts";
import { splitText } from "../../../../src/channels/split.ts";
import { formatForTelegram } from "../../../../src/channels/telegram/format/markdown.ts";
import given from "../../../fixtures/wild/split-fence-in-a-list.json" with { type: "json" };

const split = (markdown: string, limit: number) =>
  splitText(markdown, { limit, length: (text) => text.length });

/** The code of a message of Slack, and the words around it. */
function slackParts(text: string) {
  const parts = mrkdwnOf(text).split("```");
  return {
    code: parts.filter((_, at) => at % 2 === 1).join("\n"),
    words: parts.filter((_, at) => at % 2 === 0).join("\n"),
    isClosed: parts.length % 2 === 1,
  };
}

test("code in a list stands in code in each message of Slack and Telegram, without its fences", () => {
  const inList = given.text.split("\n").filter((line) => line.includes("echo"));
  const slack = splitText(given.text, { limit: 3_000, length: (part) => mrkdwnOf(part).length });
  expect(slack.length).toBeGreaterThan(1);
  const shown = slack.map(slackParts);
  expect(shown.every(({ isClosed }) => isClosed)).toBe(true);
  for (const { code, words } of shown) {
    expect(code).not.toMatch(/```|bash/);
    expect(words).not.toMatch(/echo|bash/);
  }
  for (const line of inList)
    expect(
      shown.filter(({ code }) => code.includes(mrkdwnOf(`\`${line.trim()}\``).slice(1, -1))),
    ).toHaveLength(1);
  const telegram = splitText(given.text, {
    limit: 4_096,
    length: (part) => formatForTelegram(part).text.length,
  });
  const texts = telegram.map(formatForTelegram);
  const code = texts.flatMap(({ text, entities }) =>
    entities.flatMap(({ type, offset, length }) =>
      type === "pre" ? [text.slice(offset, offset + length)] : [],
    ),
  );
  expect(texts.length).toBeGreaterThan(1);
  for (const { text } of texts) expect(text).not.toContain("```");
  for (const line of inList) expect(code.join("\n").split("\n")).toContain(line.trim());
});

const code = (before: string) => Array.from({ length: 12 }, (_, at) => `${before}line${at};`).join("\n");

test.each([
  ["deep in a list", `- a\n  - b\n    - c\n\n      ~~~py\n${code("      ")}\n      ~~~`],
  ["in a quotation", `> \`\`\`js\n${code("> ")}\n> \`\`\`\nafter it`],
  ["on the item's line", `1. \`\`\`sh\n${code("   ")}\n   \`\`\`\n2. done`],
  ["of a list that is never closed", `1. first\n\n    \`\`\`\n${code("    ")}`],
])("a fence %s is closed and opened again", (_where, markdown) => {
  const texts = split(markdown, 80);
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) {
    const fences = text.split("\n").filter((line) => /(?:`{3}|~{3})/.test(line));
    expect([text, fences.length % 2]).toEqual([text, 0]);
    expect(formatForTelegram(text).text).not.toMatch(/`{3}|~{3}/);
  }
});

test("a table that is cut has its head in each message, and no row is cut", () => {
  const rows = Array.from({ length: 30 }, (_, at) => `| item ${at} | ${at * 3} |`);
  const texts = split(`Prices:\n| Thing | Price |\n|---|---|\n${rows.join("\n")}\n\nThat is all.`, 200);
  const tables = texts.filter((text) => text.includes("item"));
  expect(tables.length).toBeGreaterThan(2);
  for (const text of tables) expect(text).toContain("| Thing | Price |\n|---|---|\n| item");
  const shown = tables.flatMap((text) => text.split("\n").filter((line) => line.includes("item")));
  expect(shown).toEqual(rows);
});

test("a nested list that begins a message is no code", () => {
  const items = Array.from({ length: 12 }, (_, at) => `    - inner ${at}`);
  const texts = split(`- outer\n${items.join("\n")}`, 60);
  for (const text of texts) expect(formatForTelegram(text).entities).toEqual([]);
});

test("Discord shows code at any depth, and an answer within one line is no fence", () => {
  expect(renderDiscord("1. a\n\n    ```js\n    __x__ * 5*3*2\n    ```\n\n__b__")).toBe(
    "1. a\n\n```js\n__x__ * 5*3*2\n```\n\n**b**",
  );
  expect(split("```one``` and ```two```\n\nnext", 100)).toEqual(["```one``` and ```two```\n\nnext"]);
});
