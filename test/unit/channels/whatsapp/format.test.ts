import { expect, test } from "vitest";
import { splitText } from "../../../../src/channels/split.ts";
import { formatForWhatsApp } from "../../../../src/channels/whatsapp/format.ts";
import { numbersIn, numbersOf, randomMarkdown } from "../../../support/platform/random-markdown.ts";
import { ROUNDS } from "../../../support/rounds.ts";
import { isText } from "../../../support/whatsapp/check.ts";

test.each([
  ["**bold** *it* ~~no~~ `a<b`", "*bold* _it_ ~no~ `a<b`"],
  ["## Title", "*Title*"],
  ["- a\n- b", "• a\n• b"],
  ["> one", "> one"],
  ["```js\nlet a;\n```", "```\nlet a;\n```"],
  ["[there](https://a.example)", "there (https://a.example)"],
  ["https://a.example", "https://a.example"],
  ["mona@a.example", "mona@a.example"],
  ["", ""],
])("%j is shown as %j", (markdown, shown) => {
  expect(formatForWhatsApp(markdown)).toBe(shown);
});

test("random answers of up to 20,000 characters are cut into what WhatsApp takes, and no word is lost", {
  timeout: 60_000,
}, () => {
  const next = numbersOf(11);
  for (let seed = 0; seed < ROUNDS; seed++) {
    const { markdown, words } = randomMarkdown(seed, seed % 100 === 0 ? 20_000 : next() * 600);
    const texts = splitText(markdown, { limit: 4_096, length: (part) => formatForWhatsApp(part).length }).map(
      formatForWhatsApp,
    );
    for (const text of texts) expect([seed, isText(text), text]).toEqual([seed, true, text]);
    expect([seed, ...numbersIn(texts.join("\n"))]).toEqual([
      seed,
      ...Array.from({ length: words }, (_none, at) => at),
    ]);
  }
});
