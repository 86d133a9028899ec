/**
 * `npm run bench:memory -- FILE [--sizes 10000,100000]`: how well and how fast memory finds what was said.
 * The file's turns go in by POST /memory/index, each question through GET /memory/search, on an instance of its own as
 * `npm start` runs it: real indexing, real search, real D1, no model and no network.
 * `npm run bench:memory -- --documents [FOLDER]`: how well it finds what the Markdown of the installed packages says, and
 * of that folder besides.
 * `npm run bench:memory -- --assistant`: how well it finds what was said to an assistant that answers in pages.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fsyncTime } from "../disk.ts";
import { freePort } from "../targets/free-port.ts";
import { NightjarTarget } from "../targets/nightjar.ts";
import { printAssistantTalks } from "./assistant/print.ts";
import { type IndexedTurn, Memory, type Search } from "./client.ts";
import { type BenchData, type BenchQuestion, type BenchTurn, readData } from "./data.ts";
import { type Asked, printCurve } from "./recall/curve.ts";
import {
  everydayMessages,
  toldConversations,
  toldFacts,
  unseenFacts,
  unseenMessages,
} from "./recall/fixtures.ts";
import { measureRealDocuments } from "./recall/real-documents.ts";
import { measureDocuments } from "./recall/search-documents.ts";
import { indexTalks, printTalks } from "./recall/talk.ts";
import { madeConversations, PER_CONVERSATION } from "./scale.ts";
import { type Answered, type Scores, scoresOf } from "./scores.ts";

const WARM_UP = 15;
const TIMED = 150;
const USAGE =
  "Usage: npm run bench:memory -- FILE [--sizes 10000,100000], or -- --documents [FOLDER], or -- --assistant";
const OF_DOCUMENTS = "--documents";
const OF_ASSISTANT = "--assistant";

interface Timing {
  name: string;
  /** CPU milliseconds of the instance for each search. */
  cpu: number;
  searches: Search[];
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const measure = measurementOf(args);
  const stateDir = mkdtempSync(path.join(tmpdir(), "nightjar-memory-"));
  const target = new NightjarTarget({
    port: await freePort(),
    stateDir,
    modelUrl: "http://127.0.0.1:9/v1",
    tracing: false,
  });
  try {
    const fsync = fsyncTime(stateDir);
    await target.start();
    await measure(new Memory(target));
    console.log(`\nA 4 KB fsync takes ${fsync.toFixed(2)} ms here.`);
  } finally {
    await target.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

type Measurement = (memory: Memory) => Promise<void>;

function measurementOf(args: string[]): Measurement {
  if (args[0] === OF_ASSISTANT) return printAssistantTalks;
  return args[0] === OF_DOCUMENTS ? documentsOf(args[1]) : talkOf(args);
}

function documentsOf(folder: string | undefined): Measurement {
  return (memory) => measureRealDocuments(memory, folder);
}

function talkOf(args: string[]): Measurement {
  const { file, sizes } = readArguments(args);
  const data = readData(file);
  return async (memory) => {
    await measureGrowing(memory, data);
    await measureLatency(memory, data, sizes);
  };
}

function readArguments(args: string[]): { file: string; sizes: number[] } {
  const at = args.indexOf("--sizes");
  const sizes = at === -1 ? [10_000, 100_000] : (args[at + 1] ?? "").split(",").filter(Boolean).map(Number);
  const [file] = args.filter((_, index) => at === -1 || (index !== at && index !== at + 1));
  if (file === undefined || sizes.some(Number.isNaN)) throw new Error(USAGE);
  return { file, sizes };
}

interface Quality {
  main: (Answered & { category: string })[];
  adversarial: Answered[];
}

/** In a memory that grows: what was told with one conversation, with all, and with many documents besides. */
async function measureGrowing(memory: Memory, data: BenchData): Promise<void> {
  const told = toldFacts();
  for (const [id, turns] of toldConversations(told)) await memory.index(id, turns);
  const [first, ...others] = data.conversations;
  if (first === undefined) return;
  await memory.index(first.id, asToldBySomebody(first.turns));
  const chosen = { name: "what the score was chosen by", everyday: everydayMessages(), told };
  await printCurve(memory, { ...chosen, data: { ...data, conversations: [first] } });
  for (const { id, turns } of others) await memory.index(id, asToldBySomebody(turns));
  printQuality(data, await measureQuality(memory, data));
  await printCurve(memory, { ...chosen, data });
  const unseen = await indexUnseen(memory, data);
  await measureDocuments(memory);
  await printCurve(memory, { ...chosen, data });
  await printCurve(memory, unseen);
  await printTalks(memory);
}

/** What was written after the score was chosen. */
async function indexUnseen(memory: Memory, data: BenchData): Promise<Asked> {
  const told = unseenFacts();
  const group = "unseen";
  for (const [id, turns] of toldConversations(told, group)) await memory.index(id, turns);
  await indexTalks(memory);
  const unseen = { name: "never looked at", everyday: unseenMessages(), told, group, data };
  await printCurve(memory, unseen);
  await printTalks(memory);
  return unseen;
}

/** Who speaks first is the person whose memory it is: then messages of theirs are about their words, too. */
function asToldBySomebody(turns: readonly BenchTurn[]): IndexedTurn[] {
  const person = turns[0]?.speaker;
  return turns.map((turn) => (turn.speaker === person ? { ...turn, role: "user" } : turn));
}

async function measureQuality(memory: Memory, data: BenchData): Promise<Quality> {
  const quality: Quality = { main: [], adversarial: [] };
  for (const conversation of data.conversations) {
    const ask = async (question: BenchQuestion) => ({
      evidence: question.evidence,
      found: (await memory.search(question.text, conversation.id)).ids,
    });
    for (const question of conversation.questions) {
      quality.main.push({ ...(await ask(question)), category: String(question.category ?? "all") });
    }
    for (const question of conversation.adversarial) quality.adversarial.push(await ask(question));
  }
  return quality;
}

function printQuality(data: BenchData, { main: answered, adversarial }: Quality): void {
  console.log("\nOwn conversation searched, shares in percent");
  console.log("                  questions    R@1    R@5   R@10   R@20 hit@10    MRR");
  printScores("all", scoresOf(answered));
  const categories = [...new Set(answered.map((each) => each.category))].sort();
  for (const category of categories) {
    const name = data.categories[category] ?? category;
    printScores(`  ${name}`, scoresOf(answered.filter((each) => each.category === category)));
  }
  if (adversarial.length > 0) printScores("adversarial", scoresOf(adversarial));
}

function printScores(name: string, scores: Scores): void {
  const share = (value: number) => (value * 100).toFixed(1).padStart(7);
  const { questions, r1, r5, r10, r20, hit10, mrr } = scores;
  const shares = [r1, r5, r10, r20, hit10].map(share).join("");
  console.log(`${name.padEnd(18)}${String(questions).padStart(9)}${shares}${mrr.toFixed(3).padStart(7)}`);
}

/** Each size is reached by indexing more, then timed within a conversation and over everything. */
async function measureLatency(memory: Memory, data: BenchData, sizes: readonly number[]): Promise<void> {
  const made = madeConversations(data);
  console.log("\nA search in ms as the client sees it, its CPU in ms, and the D1 rows it reads");
  console.log("                                p50    p95    p99    CPU   rows p50  rows max");
  for (const size of [memory.items, ...sizes.filter((each) => each > memory.items)]) {
    const began = performance.now();
    const before = memory.items;
    while (memory.items < size) {
      const next = made.next();
      if (!next.done)
        await memory.index(
          next.value.id,
          next.value.turns.slice(0, Math.min(PER_CONVERSATION, size - memory.items)),
        );
    }
    const rate = Math.round(((memory.items - before) / (performance.now() - began)) * 1000);
    if (memory.items > before) console.log(`(${memory.items - before} more indexed, ${rate} a second)`);
    for (const timing of await timedSearches(memory, data))
      printTiming(`${memory.items} items, ${timing.name}`, timing);
    await printBare(memory);
  }
}

async function timedSearches(memory: Memory, data: BenchData): Promise<Timing[]> {
  const questions = data.conversations.flatMap(({ id, questions: all }) =>
    all.map(({ text }) => ({ text, id })),
  );
  const step = Math.max(1, Math.floor(questions.length / (TIMED + WARM_UP)));
  const chosen = questions.filter((_, index) => index % step === 0).slice(0, TIMED + WARM_UP);
  const timed = async (name: string, ask: (question: { text: string; id: string }) => Promise<Search>) => {
    for (const question of chosen.slice(0, WARM_UP)) await ask(question);
    const before = memory.cpu();
    const searches: Search[] = [];
    for (const question of chosen.slice(WARM_UP)) searches.push(await ask(question));
    return { name, searches, cpu: (memory.cpu() - before) / searches.length };
  };
  return [
    await timed("one's own", ({ text, id }) => memory.search(text, id)),
    await timed("everything", ({ text }) => memory.search(text)),
  ];
}

function printTiming(name: string, { searches, cpu }: Timing): void {
  const times = searches.map((search) => search.took);
  const rows = searches.map((search) => search.rows);
  const shown = [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(1).padStart(7)).join("");
  const cost = `${String(quantile(rows, 0.5)).padStart(11)}${String(Math.max(...rows)).padStart(10)}`;
  console.log(`${name.padEnd(28)}${shown}${cpu.toFixed(1).padStart(7)}${cost}`);
}

async function printBare(memory: Memory): Promise<void> {
  const times: number[] = [];
  for (let count = 0; count < 50; count++) times.push(await memory.bare());
  const shown = [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(1).padStart(7)).join("");
  console.log(`${"  a request that does nothing".padEnd(28)}${shown}`);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
