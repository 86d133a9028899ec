import { expect, test } from "vitest";
import { mrkdwnOf } from "../../../../src/channels/slack/mrkdwn.ts";
import { splitText } from "../../../../src/channels/split.ts";
import { numbersIn, numbersOf, randomMarkdown } from "../../../support/platform/random-markdown.ts";
import { ROUNDS } from "../../../support/rounds.ts";
import { isMrkdwn } from "../../../support/slack/check.ts";

test.each([
  ["**bold** *it* ~~no~~ `a<b`", "*bold* _it_ ~no~ `a&lt;b`"],
  ["# Title **one**", "*Title one*"],
  ["- a\n  - b\n- [x] c", "• a\n    • b\n• ☑ c"],
  ["3. a\n4. b", "3. a\n4. b"],
  ["> one\n> two", "> one\n> two"],
  ["```js\na && b\n```", "```\na &amp;&amp; b\n```"],
  ["| a | b |\n|---|---|\n| 1 | `x` |", "```\na | b\n--|----\n1 | `x`\n```"],
  ["![pic](https://a.example/p.png)", "<https://a.example/p.png|pic>"],
  ["[run](javascript:alert(1))", "run (javascript:alert(1))"],
  ["https://a.example", "<https://a.example>"],
  ["mona@a.example", "<mailto:mona@a.example>"],
  ["<@U123> <!here|x>", "&lt;@U123&gt; &lt;!here|x&gt;"],
  ["---", "———"],
])("%j is shown as %j", (markdown, shown) => {
  expect(mrkdwnOf(markdown)).toBe(shown);
});

test("random answers of up to 20,000 characters are cut into what Slack takes, and no word is lost", {
  timeout: 60_000,
}, () => {
  const next = numbersOf(7);
  for (let seed = 0; seed < ROUNDS; seed++) {
    const { markdown, words } = randomMarkdown(seed, seed % 100 === 0 ? 20_000 : next() * 600);
    const texts = splitText(markdown, { limit: 3_000, length: (part) => mrkdwnOf(part).length }).map(
      mrkdwnOf,
    );
    for (const text of texts)
      expect([seed, text.length <= 3_000, isMrkdwn(text), text]).toEqual([seed, true, true, text]);
    expect([seed, ...numbersIn(texts.join("\n"))]).toEqual([
      seed,
      ...Array.from({ length: words }, (_none, at) => at),
    ]);
  }
});
