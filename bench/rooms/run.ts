/**
 * `npm run bench:rooms -- [--messages 1000] [--visits 200]`: what a bar costs, and how many it holds at once, on an instance of its
 * own as `npm start` runs it, by the routes that visitors use. The model is scripted, and counts as a provider bills.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../targets/free-port.ts";
import { NightjarTarget } from "../targets/nightjar.ts";
import { costsOf } from "./costs.ts";
import { type Guest, letIn } from "./guests.ts";
import { type ScriptedProvider, startProvider } from "./provider.ts";
import { Chance, message } from "./said.ts";
import { eveningVisits, type Moment, momentsOf, type PlannedVisit, quietVisits } from "./visits.ts";

/** Of the quiet bar: each comes back again and again. */
const REGULARS = 12;
/** The host remembers so many visits, and of each what so many messages and their answers are. */
const REMEMBERED = 4;
const KEPT = 7;
/** More than any evening of the bench has visits. */
const EVENING_GUESTS = 100;
const IN_THE_CROWD = 3;

async function main(): Promise<void> {
  const messages = numberOf("--messages", 1_000);
  const crowd = numberOf("--visits", 200);
  const provider = await startProvider();
  const stateDir = mkdtempSync(path.join(tmpdir(), "nightjar-rooms-"));
  const port = await freePort();
  const target = new NightjarTarget({
    port,
    stateDir,
    modelUrl: "",
    tracing: false,
    vars: varsFor(provider),
  });
  try {
    await target.start();
    const guests = await letIn(target, `http://127.0.0.1:${port}/api/v1`, Math.max(EVENING_GUESTS, crowd));
    if (messages > 0) await reportCosts(provider, guests.slice(0, EVENING_GUESTS), messages);
    if (crowd > 0) await reportCrowd(guests.slice(0, crowd));
  } finally {
    await target.stop();
    provider.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

function numberOf(name: string, usual: number): number {
  const at = process.argv.indexOf(name);
  const value = at === -1 ? usual : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} takes a whole number.`);
  return value;
}

function varsFor({ url }: ScriptedProvider): string[] {
  return [
    `ANTHROPIC_BASE_URL=${url}`,
    "ANTHROPIC_API_KEY=bench",
    "DEFAULT_MODEL=anthropic/claude-sonnet-5-5",
    "FAST_MODEL=anthropic/claude-haiku-5-5",
    "REQUESTS_PER_MINUTE=0",
    // Nobody listens there: the bar is without weather.
    "WEATHER_BASE_URL=http://127.0.0.1:9",
  ];
}

/** Those of a full evening have all been there as often as the host remembers. */
async function reportCosts(
  provider: ScriptedProvider,
  guests: readonly Guest[],
  messages: number,
): Promise<void> {
  const chance = new Chance(11);
  const quiet = quietVisits(guests.slice(0, REGULARS), messages, chance);
  await report(provider, `one visit at a time, of ${REGULARS} people`, quiet);
  const evening = eveningVisits(guests, messages, chance);
  const regulars = [...new Set(evening.map(({ guest }) => guest))];
  for (let before = 0; before < REMEMBERED; before++) await Promise.all(regulars.map(comeOnce));
  await report(provider, "one evening of five hours, of people who all come back", evening);
}

/** A visit of which as much is said as is kept. */
async function comeOnce(guest: Guest, number: number): Promise<void> {
  const chance = new Chance(number + 101);
  const { session_id } = await guest.come();
  for (let count = 0; count < KEPT; count++) await guest.say(session_id, message(chance));
  await guest.leave(session_id);
}

async function report(
  provider: ScriptedProvider,
  what: string,
  visits: readonly PlannedVisit[],
): Promise<void> {
  const [chance, began] = [new Chance(23), performance.now()];
  const sessions = new Map<PlannedVisit, string>();
  provider.beginsAnew();
  for (const moment of momentsOf(visits)) await happens(provider, { moment, sessions, chance });
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const messages = visits.reduce((sum, { length }) => sum + length, 0);
  console.log(`\n${messages} messages in ${visits.length} visits, ${what}, in ${seconds} s`);
  printBills(provider);
}

async function happens(
  provider: ScriptedProvider,
  {
    moment: { at, visit, what },
    sessions,
    chance,
  }: { moment: Moment; sessions: Map<PlannedVisit, string>; chance: Chance },
): Promise<void> {
  const session = sessions.get(visit) ?? "";
  provider.itIs(at, session);
  if (what === "come") sessions.set(visit, (await visit.guest.come()).session_id);
  else if (what === "say") await visit.guest.say(session, message(chance));
  else await visit.guest.leave(session);
}

function printBills({ bills, reasons }: ScriptedProvider): void {
  const today = new Date().toISOString().slice(0, 10);
  console.log(
    "model               calls      input cache read   write 5m   write 1h     output   $ cached  $ without",
  );
  const totals = { with_cache: 0, without: 0 };
  for (const [model, bill] of bills) {
    const { with_cache, without } = costsOf(model, bill, today);
    totals.with_cache += with_cache;
    totals.without += without;
    const tokens = [bill.input, bill.cache_read, bill.cache_write, bill.cache_write_1h, bill.output].map(
      (count) => String(count).padStart(11),
    );
    console.log(
      `${model.padEnd(18)}${String(bill.calls).padStart(7)}${tokens.join("")}${dollars(with_cache)}${dollars(without)}`,
    );
  }
  const share = ((totals.with_cache / totals.without) * 100).toFixed(1);
  console.log(`${"all".padEnd(80)}${dollars(totals.with_cache)}${dollars(totals.without)}: ${share} %`);
  printReasons(reasons);
}

function printReasons({ calls, written }: ScriptedProvider["reasons"]): void {
  for (const [coming, count] of calls)
    console.log(`${String(count).padStart(7)} answers by who is called ${coming}`);
  for (const [reason, tokens] of [...written].sort())
    console.log(`${String(tokens).padStart(7)} tokens written: ${reason}`);
}

function dollars(amount: number): string {
  return amount.toFixed(3).padStart(11);
}

async function reportCrowd(guests: readonly Guest[]): Promise<void> {
  const times: number[] = [];
  const errors: string[] = [];
  const began = performance.now();
  const visits = guests.map((guest, number) =>
    crowded(guest, new Chance(number + 1), times).catch((problem: unknown) => errors.push(String(problem))),
  );
  await Promise.all(visits);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  console.log(
    `\n${guests.length} visits at once, ${times.length} messages in ${seconds} s: ${errors.length} errors; answers in ms: p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`,
  );
  for (const error of new Set(errors)) console.log(`  ${error}`);
}

async function crowded(guest: Guest, chance: Chance, times: number[]): Promise<void> {
  const { session_id } = await guest.come();
  for (let count = 0; count < IN_THE_CROWD; count++) {
    const began = performance.now();
    await guest.say(session_id, message(chance));
    times.push(performance.now() - began);
  }
  await guest.leave(session_id);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
