/**
 * `npm run bench -- --against <folder>`: Nightjar as it is here beside another checkout of it, whose packages are
 * installed. In each round one of them is up alone and then the other, since two whole runs one after the other differ by
 * more than most changes, and with both up each would compute its after-work while the other is measured.
 */
import path from "node:path";
import { ROOT } from "../scripts/start/paths.mjs";
import { measureCold } from "./measure/cold.ts";
import { measureHistory } from "./measure/history.ts";
import { measureLatency } from "./measure/latency.ts";
import { measureMemory } from "./measure/memory.ts";
import { measureBesidePrograms } from "./measure/programs.ts";
import { measureThroughput } from "./measure/throughput.ts";
import { type Row, table } from "./report.ts";
import { PLAN, type Sitting, TOOL_PLAN } from "./sitting.ts";
import { median, p95 } from "./statistics.ts";
import { freePort } from "./targets/free-port.ts";
import { NightjarTarget } from "./targets/nightjar.ts";

interface Sizes {
  /** Conversations of eleven turns, of a plain turn and of one with a tool call. */
  conversations: number;
  seconds: number;
  messages: number;
  turns: number;
  connected: number;
}

/** Values of one round, by what is measured. */
type Round = Map<string, number>;

const QUICK: Sizes = { conversations: 6, seconds: 2, messages: 100, turns: 40, connected: 50 };
const WHOLE: Sizes = { conversations: 20, seconds: 5, messages: 500, turns: 100, connected: 200 };

/** The table, as lines of Markdown. `other`: an absolute folder. */
export async function runAgainst(sitting: Sitting, other: string): Promise<string[]> {
  const rounds = sitting.isQuick ? 3 : 7;
  const roots = [other, ROOT];
  const measured = roots.map((): Round[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, root] of roots.entries()) {
      const target = await targetOf(sitting, { root, name: `${round}-${at}` });
      measured[at]?.push(await measureOne(target, sitting.isQuick ? QUICK : WHOLE));
    }
    console.log(`round ${round + 1} of ${rounds}`);
  }
  const told = `In turn, ${rounds} rounds, one up at a time, medians; the other checkout first.`;
  return [told, "", ...table(["other", "here"], rowsOf(measured))];
}

async function targetOf({ work, modelUrl, tracing }: Sitting, of: { root: string; name: string }) {
  const stateDir = path.join(work, of.name);
  return new NightjarTarget({ modelUrl, tracing, port: await freePort(), stateDir, root: of.root });
}

async function measureOne(target: NightjarTarget, sizes: Sizes): Promise<Round> {
  const found: Round = new Map();
  const cold = await measureCold(target, PLAN, 1);
  note(found, {
    "first text, first turn after a start, ms": cold.first,
    "full turn, first after a start, ms": cold.full,
  });
  await target.start();
  try {
    await latencies(target, { sizes, found });
    await throughputs(target, { sizes, found });
    await besidePrograms(target, { sizes, found });
  } finally {
    await target.stop();
  }
  const { connected, afterTurn } = await measureMemory(target, sizes.connected, PLAN);
  note(found, {
    "memory of a connected conversation, MiB": connected,
    "memory after a turn each, MiB": afterTurn,
  });
  return found;
}

interface Notes {
  sizes: Sizes;
  found: Round;
}

async function latencies(target: NightjarTarget, { sizes, found }: Notes): Promise<void> {
  const size = { rounds: sizes.conversations, turns: 11 };
  const [plain] = await measureLatency([target], { plan: PLAN, ...size });
  const [tool] = await measureLatency([target], { plan: TOOL_PLAN, ...size });
  const long = await measureHistory(target, sizes.messages, PLAN);
  note(found, {
    "first text, ms": plain?.first,
    "full turn, 20 words, ms": plain?.full,
    "first text, new conversation, ms": plain?.newFirst,
    "full turn, new conversation, ms": plain?.newFull,
    "first text after a tool call, ms": tool?.first,
    "full turn with a tool call, ms": tool?.full,
    [`first text after ${sizes.messages} messages, ms`]: long.first,
    [`full turn after ${sizes.messages} messages, ms`]: long.full,
  });
}

async function throughputs(target: NightjarTarget, { sizes, found }: Notes): Promise<void> {
  await settled();
  for (const conversations of [1, 16, 64]) {
    const size = { plan: PLAN, conversations, seconds: sizes.seconds, rounds: 1 };
    const [one] = await measureThroughput([target], size);
    note(found, {
      [`turns at ${conversations}, 1/s`]: one?.turnsPerSecond,
      [`CPU of a turn at ${conversations}, ms`]: one?.cpuPerTurn,
    });
  }
}

async function besidePrograms(target: NightjarTarget, { sizes, found }: Notes): Promise<void> {
  const { beside } = await measureBesidePrograms(target, { plan: PLAN, rounds: 1, turns: sizes.turns });
  note(found, {
    "full turn beside eight endless programs, 95th percentile, ms": p95(beside),
    "full turn beside eight endless programs, median, ms": median(beside),
  });
}

/** What the turns before have left to be done is done within six seconds. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 7_000));
}

function note(found: Round, values: Record<string, number | undefined>): void {
  for (const [what, value] of Object.entries(values)) found.set(what, value ?? Number.NaN);
}

function rowsOf(measured: readonly Round[][]): Row[] {
  const names = [...(measured[0]?.[0]?.keys() ?? [])];
  return names.map((name) => {
    const [what = name, unit = ""] = name.split(/, (?=[^,]*$)/);
    return {
      what,
      unit,
      figures: measured.map((rounds) => median(rounds.map((round) => round.get(name) ?? Number.NaN))),
    };
  });
}
