/** `npm run chaos`: how many turns, from which seed; how many kills of families or of builds; or how many kills of real processes. */
import { parseArgs } from "node:util";
import { Broken } from "../support/machine/broken.ts";
import { ensureBundles } from "../support/process/bundle.ts";
import { runBuild } from "./builds.ts";
import { runFamily } from "./families.ts";
import { type Kills, killProcesses } from "./kills.ts";
import { simulate, told } from "./simulate.ts";
import { storm } from "./storm/storm.ts";
import { add, type Tally, table } from "./tally.ts";

const USAGE = `npm run chaos -- [--turns N] [--seed S]     turns in simulated time (10000 from seed 1)
npm run chaos -- --steering ...            what is said in mid-turn is read at the next step
npm run chaos -- --children N [--seed S]   kills around tasks that are handed on
npm run chaos -- --builds N [--seed S]     kills around capabilities that are being built
npm run chaos -- --process N [--seed S]    kills of a real instance
npm run chaos -- --webhooks N [--seed S] [--on telegram|discord|slack|whatsapp]
                                           messages from a platform, each up to five times, a kill for each thousand`;

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      turns: { type: "string" },
      seed: { type: "string" },
      process: { type: "string" },
      children: { type: "string" },
      builds: { type: "string" },
      webhooks: { type: "string" },
      on: { type: "string" },
      steering: { type: "boolean" },
    },
  });
  const seed = whole(values.seed ?? "1", "--seed");
  if (values.process !== undefined) return killed(seed, whole(values.process, "--process"));
  if (values.children !== undefined) return scenes(runFamily, seed, whole(values.children, "--children"));
  if (values.builds !== undefined) return scenes(runBuild, seed, whole(values.builds, "--builds"));
  if (values.webhooks !== undefined)
    return stormed(values.on ?? "telegram", { seed, webhooks: whole(values.webhooks, "--webhooks") });
  const turns = whole(values.turns ?? "10000", "--turns");
  return simulated(seed, { turns, steering: values.steering ?? false });
}

async function simulated(seed: number, asked: { turns: number; steering: boolean }): Promise<boolean> {
  const begun = performance.now();
  let shown = 0;
  const { tally, failures, scenarios } = await simulate(seed, asked, (done) => {
    for (; shown < done.failures.length; shown++) {
      const failure = done.failures[shown];
      if (failure) console.log(told(failure));
    }
    if (done.scenarios % 25 === 0) console.log(`${done.tally["turns"]} turns, ${done.tally["kills"]} kills`);
  });
  const seconds = Math.round((performance.now() - begun) / 1_000);
  console.log(`\n${table({ scenarios, ...tally, "promises broken": failures.length })}`);
  console.log(`\nseeds ${seed} to ${seed + scenarios - 1}, in ${seconds} s`);
  return failures.length === 0;
}

type Scene = (seed: number) => Promise<Tally>;

async function scenes(run: Scene, first: number, kills: number): Promise<boolean> {
  let tally: Tally = {};
  let broken = 0;
  for (let seed = first; (tally["kills"] ?? 0) < kills; seed++) {
    try {
      tally = add(tally, await run(seed));
    } catch (problem) {
      if (!(problem instanceof Broken)) throw problem;
      broken += 1;
      console.log(`seed ${seed}: ${problem.message}`);
      // It counts towards the end, or one that always fails would never come there.
      tally = add(tally, { kills: 1 });
    }
  }
  console.log(`\n${table({ ...tally, "promises broken": broken })}`);
  return broken === 0;
}

async function killed(seed: number, kills: number): Promise<boolean> {
  const begun = performance.now();
  try {
    const onKill = (done: Kills, kill: number) =>
      console.log(
        `kill ${kill}: ${done.tally["turns"]} turns, slowest to go on ${slowest(done.resumed_ms)} ms`,
      );
    const { tally, resumed_ms } = await killProcesses({ kills, seed, onKill, signal: stopRequest() });
    const sorted = resumed_ms.toSorted((a, b) => a - b);
    const middle = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
    const times = { "resumed after, median ms": middle, "resumed after, most ms": slowest(resumed_ms) };
    console.log(`\n${table({ ...tally, ...times, "promises broken": 0 })}`);
    console.log(`\nin ${Math.round((performance.now() - begun) / 1_000)} s`);
    return true;
  } catch (problem) {
    if (!(problem instanceof Broken)) throw problem;
    console.error(`\n${problem.message}`);
    return false;
  }
}

/** Messages of one chat, and updates a kill. */
const A_CHAT = 50;
const A_KILL = 1_000;

async function stormed(on: string, { seed, webhooks }: { seed: number; webhooks: number }): Promise<boolean> {
  const begun = performance.now();
  await ensureBundles();
  try {
    const tally = await storm({
      on,
      webhooks,
      seed,
      chats: Math.ceil(webhooks / A_CHAT),
      kills: Math.floor(webhooks / A_KILL),
      pace: { rate: 50, seconds: 20 },
      onKill: (kill, done) => console.log(`kill ${kill}: ${done["requests"]} requests`),
    });
    console.log(`\n${table({ ...tally, "promises broken": 0 })}`);
    console.log(`\nin ${Math.round((performance.now() - begun) / 1_000)} s`);
    return true;
  } catch (problem) {
    if (!(problem instanceof Broken)) throw problem;
    console.error(`\n${problem.message}`);
    return false;
  }
}

/** Ctrl-C and the end of a service's time: what was found so far is told, and no instance is left behind. */
function stopRequest(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

function slowest(times: readonly number[]): number {
  return Math.round(Math.max(0, ...times));
}

function whole(text: string, name: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`${name}: "${text}" is not a whole number.\n\n${USAGE}`);
}

main().then(
  (isGreen) => process.exit(isGreen ? 0 : 1),
  (problem: unknown) => {
    console.error(problem instanceof Error ? problem.message : problem);
    process.exit(2);
  },
);
