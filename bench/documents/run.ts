/**
 * `npm run bench:documents [-- --held-out] [-- FOLDER...]`: share of a document's words that are read, and of the words
 * read that are its own, by kind. Files are made at run time by LibreOffice and Chromium; of a folder, each file is
 * measured that has its true words beside it, as `report.docx` and `report.docx.txt`.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readPdf } from "../../src/reader/pdf.ts";
import { readFile } from "../../src/tools/files/file-text.ts";
import { p95 } from "../statistics.ts";
import { type MadeFile, madeFiles } from "./make.ts";
import { documentSources } from "./sources.ts";

interface Measured {
  kind: string;
  recall: number;
  precision: number;
  ms: number;
}

async function main(): Promise<void> {
  const folders = process.argv.slice(2).filter((each) => !each.startsWith("--"));
  const files =
    folders.length > 0
      ? folders.flatMap(filesIn)
      : madeFiles(
          documentSources(process.argv.includes("--held-out")),
          mkdtempSync(path.join(tmpdir(), "bench-documents-")),
        );
  const measured: Measured[] = [];
  for (const file of files) measured.push(await measure(file));
  console.log("| kind | files | words found | words that are its own | time, p95 |");
  console.log("| --- | --- | --- | --- | --- |");
  for (const kind of new Set(measured.map((each) => each.kind)))
    console.log(
      rowOf(
        kind,
        measured.filter((each) => each.kind === kind),
      ),
    );
}

function filesIn(folder: string): MadeFile[] {
  return readdirSync(folder).flatMap((name) => {
    const at = path.join(folder, name);
    if (!existsSync(`${at}.txt`)) return [];
    const words = readFileSync(`${at}.txt`, "utf8");
    return [{ name, kind: path.extname(name).slice(1), words, bytes: new Uint8Array(readFileSync(at)) }];
  });
}

async function measure({ name, kind, bytes, words }: MadeFile): Promise<Measured> {
  const started = performance.now();
  const read = await readFile({ bytes, name, media_type: "application/octet-stream" }, readPdf);
  const ms = performance.now() - started;
  if (typeof read !== "string") console.log(`${name}: ${read.problem}`);
  const [wanted, found] = [wordsOf(words), wordsOf(typeof read === "string" ? read.replace(MARKS, "") : "")];
  const shared = sharedOf(wanted, found);
  return { kind, recall: shared / wanted.length, precision: shared / Math.max(1, found.length), ms };
}

/** Headings of the reader's own. */
const MARKS = /^(?:\[page \d+ of \d+\]|## Sheet .*)$/gm;
/** Chinese and Japanese have no spaces: each of their signs counts. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu;

function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

/** Words that both have, each as often as both have it. */
function sharedOf(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  return wanted.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}

function rowOf(kind: string, measured: readonly Measured[]): string {
  const mean = (of: (each: Measured) => number) =>
    (measured.reduce((sum, each) => sum + of(each), 0) / measured.length).toFixed(3);
  const cells = [
    kind,
    measured.length,
    mean((each) => each.recall),
    mean((each) => each.precision),
    `${p95(measured.map(({ ms }) => ms)).toFixed(0)} ms`,
  ];
  return `| ${cells.join(" | ")} |`;
}

await main();
