/** The worst texts that are known, for each reader of texts. */
import { renderPlain } from "../../../../src/channels/render-plain.ts";
import { fileDrafts } from "../../../../src/memory/index/files.ts";
import { parseQuery } from "../../../../src/memory/search/query.ts";
import { dateInText, parseDate, saysWhen } from "../../../../src/memory/text/dates.ts";
import { namesIn } from "../../../../src/memory/text/names.ts";
import { questionsIn } from "../../../../src/memory/text/questions.ts";
import { extraTokens } from "../../../../src/memory/text/scripts.ts";
import { words } from "../../../../src/memory/text/words.ts";
import { timeAskedIn } from "../../../../src/memory/time/asked.ts";
import { readSteps } from "../../../../src/providers/offline/intent.ts";
import { tokenize } from "../../../../src/tools/calculate/tokens.ts";
import { attempt, noneHolds, type Part } from "./none-holds.ts";

const TEXTS: Record<string, (part: Part) => string> = {
  spaces: (part) => `a${" ".repeat(part(100_000))}b`,
  "line ends": (part) => `a${"\n".repeat(part(100_000))}b`,
  marks: (part) => `a${"\u0301\u0316".repeat(part(100_000))}`,
  stars: (part) => "*".repeat(part(100_000)),
  "stars with words": (part) => "*a ".repeat(part(30_000)),
  "double stars": (part) => "**a".repeat(part(30_000)),
  underscores: (part) => "_a ".repeat(part(30_000)),
  tildes: (part) => "~~a".repeat(part(30_000)),
  brackets: (part) => "[".repeat(part(100_000)),
  pictures: (part) => "![".repeat(part(50_000)),
  links: (part) => "[a](".repeat(part(30_000)),
  "link titles": (part) => '[a](b "'.repeat(part(20_000)),
  backticks: (part) => "`".repeat(part(100_000)),
  "uneven backticks": (part) =>
    Array.from({ length: Math.sqrt(part(160_000)) }, (_, n) => "`".repeat(n)).join("a"),
  dashes: (part) => `${"- ".repeat(part(50_000))}x`,
  rules: (part) => `${"-".repeat(part(100_000))}x`,
  boxes: (part) => "- [ ] ".repeat(part(20_000)),
  digits: (part) => "1".repeat(part(100_000)),
  times: (part) => "1:11 ".repeat(part(20_000)),
  months: (part) => "may 1 ".repeat(part(20_000)),
  capitals: (part) => "Aa ".repeat(part(30_000)),
  "capitals with points": (part) => "A.".repeat(part(50_000)),
  questions: (part) => "? ".repeat(part(50_000)),
  thens: (part) => ", then ".repeat(part(15_000)),
  fences: (part) => "```\n".repeat(part(25_000)),
  "one word": (part) => "a".repeat(part(100_000)),
  "one word of another script": (part) => "漢".repeat(part(100_000)),
  emoji: (part) => "👨‍👩‍👧".repeat(part(10_000)),
  flags: (part) => "\ud83c\udde6".repeat(part(30_000)),
  halves: (part) => "\ud800".repeat(part(100_000)),
  colons: (part) => "a:".repeat(part(50_000)),
  tags: (part) => "[a:".repeat(part(30_000)),
  "at signs": (part) => "@a ".repeat(part(30_000)),
  quotes: (part) => '"a '.repeat(part(30_000)),
  "brackets of all kinds": (part) => "([{<".repeat(part(25_000)),
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
  timeAskedIn: (text) => timeAskedIn(text, { now: 0 }),
  parseQuery: (text) => parseQuery(text),
  readSteps: (text) => readSteps(text, { now: 0, zone: "UTC" }),
  fileDrafts: (text) => fileDrafts({ owner: "o", path: "a.md", text, at: 0, trust: "trusted" }),
  tokenize: (text) => attempt(() => tokenize(text.slice(0, 1000))),
};

for (const [name, read] of Object.entries(READERS)) {
  noneHolds(
    name,
    Object.fromEntries(
      Object.entries(TEXTS).map(([of, textOf]) => [
        `${name}: ${of}`,
        (part: Part) => {
          const text = textOf(part);
          return () => read(text);
        },
      ]),
    ),
  );
}
