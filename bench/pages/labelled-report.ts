/** Word F1 of the labelled pages by kind, of the half that rules were made on and of the half that they were not. */
import { readHtml } from "../../src/tools/web/html/html.ts";
import { labelledPages } from "../../test/fixtures/pages/set/set.ts";
import { median, p95 } from "../statistics.ts";
import { type Score, scoreOf } from "./labelled.ts";

interface Timed extends Score {
  cpu_ms: number;
}

/** `worst`: pages that are named below the table, those with the least F1 first. */
export function printLabelled(worst: number): void {
  console.log("| kind | pages | F1, seen | F1, held out | precision | recall | CPU, median | CPU, p95 |");
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
  const all = [...labelledPages()].flatMap(([kind, pages]) => {
    const scores = pages.map((page) => timed(page));
    console.log(row(kind, scores));
    return scores;
  });
  console.log(row("all", all));
  const lowest = [...all].sort((a, b) => a.f1 - b.f1).slice(0, worst);
  for (const { name, f1, precision, recall } of lowest)
    console.log(`${name}: F1 ${fixed(f1)}, precision ${fixed(precision)}, recall ${fixed(recall)}`);
}

function timed(page: Parameters<typeof scoreOf>[0]): Timed {
  // The second reading is timed: a page of a few kilobytes is over before its code is warm.
  readHtml(page.html, ADDRESS);
  const before = process.cpuUsage();
  const { markdown } = readHtml(page.html, ADDRESS);
  const { user, system } = process.cpuUsage(before);
  return { ...scoreOf(page, markdown), cpu_ms: (user + system) / 1_000 };
}

const ADDRESS = "https://example.com/page";

function row(kind: string, scores: readonly Timed[]): string {
  const cpu = scores.map(({ cpu_ms }) => cpu_ms);
  const cells = [
    kind,
    scores.length,
    fixed(mean(scores.filter((_, at) => at % 2 === 0).map(({ f1 }) => f1))),
    fixed(mean(scores.filter((_, at) => at % 2 === 1).map(({ f1 }) => f1))),
    fixed(mean(scores.map(({ precision }) => precision))),
    fixed(mean(scores.map(({ recall }) => recall))),
    `${median(cpu).toFixed(1)} ms`,
    `${p95(cpu).toFixed(1)} ms`,
  ];
  return `| ${cells.join(" | ")} |`;
}

const fixed = (value: number) => value.toFixed(3);

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
