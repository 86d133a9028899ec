import { expect, test } from "vitest";
import { renderDiscord } from "../../../../src/channels/discord/format/render.ts";
import { renderPlain } from "../../../../src/channels/render-plain.ts";
import { mrkdwnOf } from "../../../../src/channels/slack/mrkdwn.ts";
import { formatForTelegram } from "../../../../src/channels/telegram/format/markdown.ts";
import { formatForWhatsApp } from "../../../../src/channels/whatsapp/format.ts";
import { markdownParser } from "../../../../web/markdown/blocks.ts";
import bold from "../../../fixtures/wild/markdown-bold-beside-signs.json" with { type: "json" };
import dollars from "../../../fixtures/wild/markdown-dollars-behind.json" with { type: "json" };
import tilde from "../../../fixtures/wild/markdown-single-tilde.json" with { type: "json" };
import html from "../../../fixtures/wild/slack-html-in-words.json" with { type: "json" };

const page = (markdown: string) => String(markdownParser.parse(markdown));
const chats = [
  (text: string) => formatForTelegram(text).text,
  mrkdwnOf,
  formatForWhatsApp,
  renderDiscord,
  renderPlain,
];

test.each(tilde.cases)("single tildes stay tildes: $text", (given) => {
  if (given.web_has_no) expect(page(given.text)).not.toContain(given.web_has_no);
  if (given.web_has) expect(page(given.text)).toContain(given.web_has);
  for (const words of given.telegram_and_slack_contain ?? [])
    for (const shown of chats) expect(shown(given.text)).toContain(words);
  if (given.telegram_text === undefined) return;
  for (const shown of chats) expect(shown(given.text)).toBe(given.telegram_text);
  expect(formatForTelegram(given.text).entities).toEqual([]);
});

test.each(["5*3*2 is 30", "2*x*y and 10**3 and 10**4", "100~~200, then 300~~400"])(
  "signs between numbers stay in every channel: %s",
  (text) => {
    const unescaped = (shown: string) => shown.replaceAll("\\", "");
    for (const shown of chats) expect(unescaped(shown(text))).toBe(text);
    expect(page(text)).toBe(`<p>${text}</p>\n`);
  },
);

test.each(bold.cases)("bold words beside East Asian signs are bold: $text", ({ text, bold: words }) => {
  const telegram = formatForTelegram(text);
  const looks = telegram.entities.map(({ offset, length }) => telegram.text.slice(offset, offset + length));
  expect(looks).toEqual(words);
  for (const each of words) {
    expect(page(text)).toContain(`<strong>${each}</strong>`);
    expect(mrkdwnOf(text)).toContain(`*${each}*`);
    expect(formatForWhatsApp(text)).toContain(`*${each}*`);
  }
});

test.each([
  ["**100%**的人", "100%"],
  ["请看**[说明](https://a.example)**。", "说明"],
  ["그는 **텍스트(영문)**를 썼다", "텍스트(영문)"],
  ["是***「甲」***也", "「甲」"],
])("%s is bold", (text, words) => {
  const { text: shown, entities } = formatForTelegram(text);
  const looks = entities.filter(({ type }) => type === "bold");
  expect(looks.map(({ offset, length }) => shown.slice(offset, offset + length))).toEqual([words]);
  expect(page(text)).toContain("<strong>");
});

test("a chat that wants blanks around its marks gets invisible ones beside a letter", () => {
  expect(mrkdwnOf("这是**「重点」**内容")).toBe("这是\u200b*「重点」*\u200b内容");
  expect(mrkdwnOf("say **this** (**that**).")).toBe("say *this* (*that*).");
});

test.each([
  ...dollars.cases,
  { text: "costs $5 (that is 6$) or US$5 and US$6", formulas: 0 },
  { text: "其中$x$是变量，$E=mc^2$表示能量", formulas: 2 },
  { text: "the $x$-axis, $2 \\pi r$, $5 + 3$", formulas: 3 },
])("$text has $formulas formulas", ({ text, formulas }) => {
  expect(page(text).split("data-tex=")).toHaveLength(formulas + 1);
});

test("a label that its text follows without a blank is bold", () => {
  for (const shown of [page, mrkdwnOf, formatForWhatsApp, renderDiscord])
    expect(shown("**Achtung:**Text")).toMatch(/<strong>|\*\u200b?T|\*\*T/);
  expect(formatForTelegram("**Achtung:**Text")).toMatchObject({
    text: "Achtung:Text",
    entities: [{ length: 8 }],
  });
  expect(page("2**3.**4")).not.toContain("<strong>");
  expect(page("a**b:**c")).not.toContain("<strong>");
});

test("footnotes are numbers in brackets in every chat, and nothing else in brackets is one", () => {
  const said = "Herons[^1] nest.\n\n[^1]: A guide.\n\n`[^1]` and [^a-z]";
  for (const shown of chats) {
    expect(shown(said)).toContain("Herons[1] nest.\n\n[1] A guide.");
    expect(shown(said)).toMatch(/\[\^1\]`? and \[\^a-z\]/);
  }
});

test("HTML in words is what it stands for, in every chat", () => {
  const slack = mrkdwnOf(html.text);
  expect(slack).toContain("Line one\nline two &amp; three &lt;tag&gt;");
  for (const not of html.expect.not) expect(slack).not.toContain(not);
  for (const shown of [...chats.filter((each) => each !== mrkdwnOf)]) {
    expect(shown(html.text)).toContain("Line one\nline two & three <tag>");
    expect(shown(html.text)).not.toMatch(/<br>|&nbsp;|&amp;/);
  }
});
