/** The worst texts that are known, for each reader of texts. */
import { renderPlain } from "../../../../src/channels/render-plain.ts";
import { fileDrafts } from "../../../../src/memory/index/files.ts";
import { parseQuery } from "../../../../src/memory/search/query.ts";
import { dateInText, parseDate, relativeSpan, saysWhen } from "../../../../src/memory/text/dates.ts";
import { namesIn } from "../../../../src/memory/text/names.ts";
import { questionsIn } from "../../../../src/memory/text/questions.ts";
import { extraTokens } from "../../../../src/memory/text/scripts.ts";
import { words } from "../../../../src/memory/text/words.ts";
import { readSteps } from "../../../../src/providers/offline/intent.ts";
import { tokenize } from "../../../../src/tools/calculate/tokens.ts";
import { attempt, noneHolds } from "./none-holds.ts";

const MARKS = `a${"\u0301\u0316".repeat(100_000)}`;
const TEXTS: Record<string, string> = {
  spaces: `a${" ".repeat(100_000)}b`,
  "line ends": `a${"\n".repeat(100_000)}b`,
  marks: MARKS,
  stars: "*".repeat(100_000),
  "stars with words": "*a ".repeat(30_000),
  "double stars": "**a".repeat(30_000),
  underscores: "_a ".repeat(30_000),
  tildes: "~~a".repeat(30_000),
  brackets: "[".repeat(100_000),
  pictures: "![".repeat(50_000),
  links: "[a](".repeat(30_000),
  "link titles": '[a](b "'.repeat(20_000),
  backticks: "`".repeat(100_000),
  "uneven backticks": Array.from({ length: 400 }, (_, n) => "`".repeat(n)).join("a"),
  dashes: `${"- ".repeat(50_000)}x`,
  rules: `${"-".repeat(100_000)}x`,
  boxes: "- [ ] ".repeat(20_000),
  digits: "1".repeat(100_000),
  times: "1:11 ".repeat(20_000),
  months: "may 1 ".repeat(20_000),
  capitals: "Aa ".repeat(30_000),
  "capitals with points": "A.".repeat(50_000),
  questions: "? ".repeat(50_000),
  thens: ", then ".repeat(15_000),
  fences: "```\n".repeat(25_000),
  "one word": "a".repeat(100_000),
  "one word of another script": "漢".repeat(100_000),
  emoji: "👨‍👩‍👧".repeat(10_000),
  flags: "\ud83c\udde6".repeat(30_000),
  halves: "\ud800".repeat(100_000),
  colons: "a:".repeat(50_000),
  tags: "[a:".repeat(30_000),
  "at signs": "@a ".repeat(30_000),
  quotes: '"a '.repeat(30_000),
  "brackets of all kinds": "([{<".repeat(25_000),
};
const READERS: Record<string, (text: string) => unknown> = {
  words,
  extraTokens,
  namesIn,
  questionsIn,
  dateInText,
  parseDate,
  saysWhen,
  renderPlain,
  relativeSpan: (text) => relativeSpan(text, 0),
  parseQuery: (text) => parseQuery(text, 0),
  readSteps: (text) => readSteps(text, { now: 0, zone: "UTC" }),
  fileDrafts: (text) => fileDrafts({ owner: "o", path: "a.md", text, at: 0, trust: "trusted" }),
  tokenize: (text) => attempt(() => tokenize(text.slice(0, 1000))),
};

for (const [name, read] of Object.entries(READERS)) {
  noneHolds(
    name,
    Object.fromEntries(Object.entries(TEXTS).map(([of, text]) => [`${name}: ${of}`, () => read(text)])),
  );
}
