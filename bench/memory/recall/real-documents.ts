/** Search over documents that people wrote: those of the packages that are installed here, and of a folder besides. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../../scripts/start/paths.mjs";
import type { Memory } from "../client.ts";
import {
  type DocumentQuestion,
  documentQuestions,
  everydayMessages,
  moreDocumentQuestions,
} from "./fixtures.ts";

/** Shorter ones say nothing that could be asked for. */
const SHORTEST = 200;
/** As many results as a person looks at. */
const LOOKED_AT = 5;

/** `folder` may be left out. */
export async function measureRealDocuments(memory: Memory, folder: string | undefined): Promise<void> {
  const documents = [
    ...documentsIn(path.join(ROOT, "node_modules")),
    ...(folder === undefined ? [] : documentsIn(folder)),
  ];
  const began = performance.now();
  for (const document of documents) await memory.indexFile(document);
  const took = Math.round((performance.now() - began) / 1_000);
  console.log(`\n${documents.length} documents that people wrote indexed in ${took} s`);
  const known = new Set(documents.map((each) => each.path));
  const asked = {
    "looked at before": documentQuestions(),
    "chosen by": moreDocumentQuestions("dev"),
    "held out": moreDocumentQuestions("held out"),
  };
  for (const [name, questions] of Object.entries(asked)) {
    const own = questions.filter(({ document }) => known.has(document));
    await measureHits(memory, name, own);
  }
  await measureTimes(memory);
}

async function measureHits(memory: Memory, name: string, asked: readonly DocumentQuestion[]): Promise<void> {
  let found = 0;
  let sum = 0;
  for (const { question, document } of asked) {
    const { ids } = await memory.search(question);
    const place = ids.findIndex((id) => isOf(id, document));
    if (place >= 0) sum += 1 / (place + 1);
    if (place >= 0 && place < LOOKED_AT) found += 1;
    // Who sees which of them fail can't help choosing by them.
    else if (name !== "held out")
      console.log(`  not among the first ${LOOKED_AT} (${place < 0 ? "nowhere" : place + 1}): ${question}`);
  }
  console.log(
    `${name}: hit@${LOOKED_AT} ${found} of ${asked.length}, MRR ${(sum / asked.length).toFixed(3)}`,
  );
}

/** A package that brings another one along brings its documents: those of another version answer as well. */
function isOf(id: string, document: string): boolean {
  return id.startsWith(document) || id.includes(`/node_modules/${document}`);
}

/** Of messages that were not asked before, beside a request that does nothing. */
async function measureTimes(memory: Memory): Promise<void> {
  const messages = everydayMessages();
  const times: number[] = [];
  const bare: number[] = [];
  const before = memory.cpu();
  for (const message of messages) times.push((await memory.search(message)).took);
  const cpu = (memory.cpu() - before) / messages.length;
  for (const _ of messages) bare.push(await memory.bare());
  console.log(
    `a search ${shown(times)}, ${cpu.toFixed(1)} ms of CPU; a request that does nothing ${shown(bare)}`,
  );
}

function shown(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

function documentsIn(folder: string): { path: string; text: string }[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:md|markdown)$/i.test(name))
    .sort();
  return names
    .map((name) => ({ path: name, text: readFileSync(path.join(folder, name), "utf8") }))
    .filter(({ text }) => text.trim().length >= SHORTEST);
}
