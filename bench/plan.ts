/** What is measured, in which order. */
import path from "node:path";
import { ROOT } from "../scripts/start/paths.mjs";
import { measureCold } from "./measure/cold.ts";
import { measureGrowth } from "./measure/growth.ts";
import { measureHistory } from "./measure/history.ts";
import { measureLatency } from "./measure/latency.ts";
import { measureMarks } from "./measure/marks.ts";
import { measureMemory } from "./measure/memory.ts";
import { measureBesidePrograms } from "./measure/programs.ts";
import { measureRecovery } from "./measure/recovery.ts";
import { measureRows } from "./measure/rows.ts";
import { crowdLines, streamLines } from "./measure/stream-lines.ts";
import { sustainedLines } from "./measure/sustained-lines.ts";
import { measureThroughput } from "./measure/throughput.ts";
import { measureUses } from "./measure/uses.ts";
import type { Uses } from "./measure/uses-of.ts";
import type { Line } from "./report.ts";
import { PLAN, type Sitting, TOOL_PLAN } from "./sitting.ts";
import { median, p95 } from "./statistics.ts";
import { Floor } from "./targets/floor.ts";
import { freePort } from "./targets/free-port.ts";
import { NightjarTarget } from "./targets/nightjar.ts";
import type { Target } from "./targets/target.ts";

export async function runAll(sitting: Sitting): Promise<Line[]> {
  const lines: Line[] = [];
  const say = (added: Line[]) => {
    for (const { what, unit, floor, nightjar } of added)
      console.log(`${what}: ${floor?.toFixed(2) ?? "-"} / ${nightjar.toFixed(2)} ${unit}`);
    lines.push(...added);
  };
  say(await warm(sitting));
  say(await crowd(sitting));
  say(await cold(sitting));
  say(await memory(sitting));
  say(await rows(sitting));
  say(await uses(sitting));
  say(marks());
  say(await recovery(sitting));
  return lines;
}

/** Sixteen conversations that talk on for a quarter of an hour, with both servers at once: how much memory they take. */
export async function runLong(sitting: Sitting): Promise<Line[]> {
  const [floor, nightjar] = await pair(sitting, "long");
  await Promise.all([floor.start(), nightjar.start()]);
  try {
    const size = { plan: PLAN, conversations: 16, turnsPerSecond: 8, minutes: 16, settled: 10 };
    const [low, own] = await Promise.all([measureGrowth(floor, size), measureGrowth(nightjar, size)]);
    const talking = "16 conversations, 8 turns a second";
    return [
      { what: `memory at first, ${talking}`, unit: "MiB", floor: low.first, nightjar: own.first },
      { what: `memory after 10 minutes`, unit: "MiB", floor: low.settled, nightjar: own.settled },
      {
        what: "growth from the tenth minute on",
        unit: "MiB a minute",
        floor: low.growth,
        nightjar: own.growth,
      },
    ];
  } finally {
    await Promise.all([floor.stop(), nightjar.stop()]);
  }
}

/** Many answers at once, and nothing else. */
export async function runStreams(sitting: Sitting): Promise<Line[]> {
  const [floor, nightjar] = await pair(sitting, "streams");
  await Promise.all([floor.start(), nightjar.start()]);
  const lines: Line[] = [];
  try {
    lines.push(...(await streamLines(floor, nightjar, sitting.isQuick)));
  } finally {
    await Promise.all([floor.stop(), nightjar.stop()]);
  }
  return [...lines, ...(await crowd(sitting))];
}

/** A minute of load, and nothing else. */
export async function runSustained(sitting: Sitting): Promise<Line[]> {
  return sustainedLines(startedEach(sitting, "sustained"));
}

async function crowd(sitting: Sitting): Promise<Line[]> {
  return sitting.isQuick ? [] : crowdLines(startedEach(sitting, "crowd"));
}

/** Starts a server on a state of its own for each round. */
function startedEach(sitting: Sitting, name: string) {
  return async (which: "floor" | "nightjar", round: number): Promise<Target> => {
    const [floor, nightjar] = await pair(sitting, `${name}-${round}`);
    const target = which === "floor" ? floor : nightjar;
    await target.start();
    return target;
  };
}

async function pair({ work, modelUrl, tracing }: Sitting, name: string): Promise<[Floor, NightjarTarget]> {
  const options = { modelUrl, tracing };
  return [
    new Floor({ ...options, port: await freePort(), stateDir: path.join(work, `${name}-floor`) }),
    new NightjarTarget({ ...options, port: await freePort(), stateDir: path.join(work, `${name}-nightjar`) }),
  ];
}

/** Both servers up at once and measured in alternation. */
async function warm(sitting: Sitting): Promise<Line[]> {
  const [floor, nightjar] = await pair(sitting, "warm");
  await Promise.all([floor.start(), nightjar.start()]);
  try {
    return [
      ...(await latencies(floor, nightjar, sitting)),
      ...(await throughputs(floor, nightjar, sitting)),
      ...(await streamLines(floor, nightjar, sitting.isQuick)),
      ...(await besidePrograms(nightjar, sitting)),
    ];
  } finally {
    await Promise.all([floor.stop(), nightjar.stop()]);
  }
}

async function latencies(floor: Floor, nightjar: NightjarTarget, { isQuick }: Sitting): Promise<Line[]> {
  const size = isQuick ? { rounds: 3, turns: 6 } : { rounds: 10, turns: 11 };
  const [low, own] = await measureLatency([floor, nightjar], { plan: PLAN, ...size });
  const [tool] = await measureLatency([nightjar], { plan: TOOL_PLAN, ...size });
  const long = isQuick ? 100 : 500;
  const [lowLong, ownLong] = [
    await measureHistory(floor, long, PLAN),
    await measureHistory(nightjar, long, PLAN),
  ];
  if (low === undefined || own === undefined || tool === undefined) throw new Error("nothing was measured");
  return [
    { what: "first text", unit: "ms", floor: low.first, nightjar: own.first },
    { what: "full turn, 20 words", unit: "ms", floor: low.full, nightjar: own.full },
    { what: "first text, new conversation", unit: "ms", floor: low.newFirst, nightjar: own.newFirst },
    { what: "full turn, new conversation", unit: "ms", floor: low.newFull, nightjar: own.newFull },
    { what: "first text after a tool call", unit: "ms", nightjar: tool.first },
    { what: "full turn with a tool call", unit: "ms", nightjar: tool.full },
    { what: `first text after ${long} messages`, unit: "ms", floor: lowLong.first, nightjar: ownLong.first },
    { what: `full turn after ${long} messages`, unit: "ms", floor: lowLong.full, nightjar: ownLong.full },
  ];
}

async function throughputs(floor: Floor, nightjar: NightjarTarget, { isQuick }: Sitting): Promise<Line[]> {
  const size = isQuick ? { seconds: 2, rounds: 1 } : { seconds: 6, rounds: 3 };
  const lines: Line[] = [];
  for (const conversations of [1, 16, 64]) {
    const [low, own] = await measureThroughput([floor, nightjar], { plan: PLAN, conversations, ...size });
    if (low === undefined || own === undefined) continue;
    if (own.failures > 0) throw new Error(`${own.failures} turns failed at ${conversations} conversations`);
    const at = `${conversations} conversation${conversations === 1 ? "" : "s"}`;
    lines.push(
      { what: `turns at ${at}`, unit: "1/s", floor: low.turnsPerSecond, nightjar: own.turnsPerSecond },
      { what: `CPU of a turn at ${at}`, unit: "ms", floor: low.cpuPerTurn, nightjar: own.cpuPerTurn },
    );
  }
  return lines;
}

async function besidePrograms(nightjar: NightjarTarget, { isQuick }: Sitting): Promise<Line[]> {
  const size = isQuick ? { rounds: 2, turns: 40 } : { rounds: 5, turns: 100 };
  const { alone, beside } = await measureBesidePrograms(nightjar, { plan: PLAN, ...size });
  const of = "full turn beside eight endless programs";
  return [
    { what: "full turn of the same conversation alone, 95th percentile", unit: "ms", nightjar: p95(alone) },
    { what: `${of}, 95th percentile`, unit: "ms", nightjar: p95(beside) },
    { what: `${of}, median`, unit: "ms", nightjar: median(beside) },
  ];
}

async function cold(sitting: Sitting): Promise<Line[]> {
  const [floor, nightjar] = await pair(sitting, "cold");
  const rounds = sitting.isQuick ? 1 : 3;
  const low = await measureCold(floor, PLAN, rounds);
  const own = await measureCold(nightjar, PLAN, rounds);
  return [
    { what: "first text, first turn after a start", unit: "ms", floor: low.first, nightjar: own.first },
    { what: "full turn, first after a start", unit: "ms", floor: low.full, nightjar: own.full },
  ];
}

async function memory(sitting: Sitting): Promise<Line[]> {
  const [floor, nightjar] = await pair(sitting, "memory");
  const conversations = sitting.isQuick ? 50 : 200;
  const low = await measureMemory(floor, conversations, PLAN);
  const own = await measureMemory(nightjar, conversations, PLAN);
  return [
    {
      what: `memory of one of ${conversations} connected conversations`,
      unit: "MiB",
      floor: low.connected,
      nightjar: own.connected,
    },
    { what: "the same after a turn each", unit: "MiB", floor: low.afterTurn, nightjar: own.afterTurn },
  ];
}

async function rows(sitting: Sitting): Promise<Line[]> {
  const [, plain] = await pair(sitting, "rows-plain");
  const [, tool] = await pair(sitting, "rows-tool");
  const without = await measureRows(plain, PLAN);
  const withTool = await measureRows(tool, TOOL_PLAN);
  return [
    { what: "rows written by a turn, in the conversation", unit: "rows", nightjar: without.conversation },
    { what: "rows written by a turn, in D1", unit: "rows", nightjar: without.d1 },
    {
      what: "rows written by a turn with a tool call, in the conversation",
      unit: "rows",
      nightjar: withTool.conversation,
    },
    { what: "rows written by a turn with a tool call, in D1", unit: "rows", nightjar: withTool.d1 },
  ];
}

/** Beside each stands what Cloudflare allows, on its paid plan, in one invocation; a turn is several of them. */
async function uses({ work, modelUrl, tracing }: Sitting): Promise<Line[]> {
  const entry = path.join(ROOT, "bench/uses/worker.ts");
  const options = { modelUrl, tracing, entry, port: await freePort(), stateDir: path.join(work, "uses") };
  const [plain, tool] = await measureUses(new NightjarTarget(options), [PLAN, TOOL_PLAN]);
  return [...linesOf("a turn", plain), ...linesOf("a turn with a tool call", tool)];
}

function marks(): Line[] {
  const { turn, page } = measureMarks();
  return [
    {
      what: "marks and moment of a turn with five memories from outside, in Node",
      unit: "µs",
      nightjar: turn,
    },
    { what: "marks of a page of 20,000 characters, once, in Node", unit: "µs", nightjar: page },
  ];
}

function linesOf(of: string, uses: Uses | undefined): Line[] {
  if (!uses) return [];
  return [
    { what: `subrequests of ${of} (of 10,000)`, unit: "", nightjar: uses.subrequests },
    { what: `queries of D1 of ${of} (of 1,000)`, unit: "", nightjar: uses.d1_queries },
    { what: `connections that wait for headers at once in ${of} (of 6)`, unit: "", nightjar: uses.waiting },
    { what: `rows of the conversation read by ${of}`, unit: "rows", nightjar: uses.object_rows_read },
    { what: `rows of the conversation written by ${of}`, unit: "rows", nightjar: uses.object_rows_written },
    {
      what: `bytes sent to queues by ${of} (of 128,000 a message)`,
      unit: "bytes",
      nightjar: uses.queue_bytes,
    },
  ];
}

async function recovery(sitting: Sitting): Promise<Line[]> {
  const [, nightjar] = await pair(sitting, "recovery");
  const result = await measureRecovery(nightjar, sitting.modelUrl, sitting.isQuick ? 1 : 3);
  if (result.answers !== 1) throw new Error(`${result.answers} final answers after a kill, not 1`);
  return [
    {
      what: "killed in mid-stream: model called again, after readiness",
      unit: "s",
      nightjar: result.resumed,
    },
    { what: "killed in mid-stream: answer stored, after readiness", unit: "s", nightjar: result.done },
    { what: "start to readiness", unit: "s", nightjar: result.ready },
  ];
}
