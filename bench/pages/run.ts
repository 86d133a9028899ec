/**
 * `npm run bench:pages`: word F1 of the labelled pages. `npm run bench:pages -- FOLDER...  [--most 60] [--worst 5]`: what
 * is read of real pages, beside what Readability and Defuddle keep of them. No real page is shipped here:
 * docs/design/interop.md names where those of its table come from.
 */
import path from "node:path";
import { readHtml } from "../../src/tools/web/html/html.ts";
import { median, p95 } from "../statistics.ts";
import { printLabelled } from "./labelled-report.ts";
import { type Reader, readersOfOthers } from "./readers.ts";
import { pagesIn, type SourcePage } from "./sources.ts";
import { foundIn, wordsOf } from "./words.ts";

interface Measured {
  name: string;
  /** Of what both others keep; undefined where they keep too little in common to say what the content is. */
  kept: number | undefined;
  /** Of what is read, kept by neither. */
  around: number;
  words: number;
  cpu_ms: number;
}

/** Of what either keeps, kept by both: below it the two speak of different things. */
const AGREED = 0.7;
const LEAST_WORDS = 60;
/** Others write formulas several times or not at all: of a page with such no share can be told. */
const FORMULA = /\$[^$\n]*[\\^_][^$\n]*\$/;

async function main(): Promise<void> {
  const folders = process.argv.slice(2).filter((each, at, all) => !isOption(each) && !isOption(all[at - 1]));
  if (folders.length === 0) return printLabelled(numberOf("--worst", 0));
  console.log(
    "| pages | number | agreed on | kept, mean | kept, worst | below 0.98 | around, mean | around, p95 | CPU, median | CPU, worst |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  const readers = await readersOfOthers();
  const worst: string[] = [];
  for (const folder of folders) {
    const measured: Measured[] = [];
    for (const page of pagesIn(folder, numberOf("--most", 1_000)))
      measured.push(await measure(page, readers));
    console.log(row(path.basename(folder), measured));
    worst.push(...worstOf(measured, numberOf("--worst", 0)));
  }
  for (const line of worst) console.log(line);
}

const isOption = (text: string | undefined) => text?.startsWith("--") === true;

function numberOf(name: string, usual: number): number {
  const at = process.argv.indexOf(name);
  return at === -1 ? usual : Number(process.argv[at + 1]);
}

async function measure({ name, html, address }: SourcePage, readers: readonly Reader[]): Promise<Measured> {
  const { cpu_ms, markdown } = timed(html, address);
  const own = wordsOf(markdown);
  const theirs: string[][] = [];
  for (const reader of readers) theirs.push(wordsOf(await reader.read(html, address).catch(() => "")));
  const [one = [], other = []] = theirs;
  const [inOne, inOther] = [foundIn(own, one), foundIn(own, other)];
  const around = own.filter((_, at) => !inOne[at] && !inOther[at]).length / Math.max(1, own.length);
  const kept = FORMULA.test(markdown) ? undefined : keptOf(own, one, other);
  return { name, kept, around, words: own.length, cpu_ms };
}

/** Of the words that both keep, those that are read here. */
function keptOf(own: string[], one: string[], other: string[]): number | undefined {
  const isAgreed = foundIn(one, other);
  const agreed = isAgreed.filter(Boolean).length;
  if (agreed < LEAST_WORDS || agreed < AGREED * Math.max(one.length, other.length)) return undefined;
  const isRead = foundIn(one, own);
  return one.filter((_, at) => isAgreed[at] && isRead[at]).length / agreed;
}

function timed(html: string, address: string): { markdown: string; cpu_ms: number } {
  const before = process.cpuUsage();
  const { markdown } = readHtml(html, address);
  const { user, system } = process.cpuUsage(before);
  return { markdown, cpu_ms: (user + system) / 1_000 };
}

function row(folder: string, measured: readonly Measured[]): string {
  const kept = measured.flatMap((page) => page.kept ?? []);
  const cpu = measured.map(({ cpu_ms }) => cpu_ms);
  const around = measured.map((page) => page.around);
  const cells = [
    folder,
    measured.length,
    kept.length,
    mean(kept).toFixed(3),
    Math.min(...kept).toFixed(3),
    kept.filter((share) => share < 0.98).length,
    percent(mean(around)),
    percent(p95(around)),
    `${median(cpu).toFixed(1)} ms`,
    `${Math.max(...cpu).toFixed(0)} ms`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function worstOf(measured: readonly Measured[], most: number): string[] {
  const byKept = [...measured].sort((a, b) => (a.kept ?? 1) - (b.kept ?? 1)).slice(0, most);
  const byAround = [...measured].sort((a, b) => b.around - a.around).slice(0, most);
  return [...new Set([...byKept, ...byAround])].map(
    ({ name, kept, around, words }) =>
      `${name}: kept ${kept?.toFixed(3) ?? "-"}, around ${percent(around)}, ${words} words`,
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

await main();
