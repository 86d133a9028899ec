/**
 * Kills an instance in the middle of runs of research, at another call of theirs each time, and holds each report to one of
 * a run that nothing disturbed: `npm run bench:research [-- --kills 60]`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Instance } from "../targets/instance.ts";
import { questionOf } from "./pages.ts";
import { begin, ended, sayings } from "./runs.ts";
import { type Call, type Point, World } from "./world.ts";

/** An answer that left so long before the kill has been taken down, on a busy machine too. */
const TAKEN_DOWN_MS = 300;

export interface KillFigures {
  kills: number;
  steps: Map<string, number>;
  runs: number;
  reports: number;
  equal: number;
  calls: number;
  /** Calls that a kill had left without an answer, made again. */
  again: number;
  /** Calls that had been answered so shortly before the kill that the answer was lost with the machine, made again. */
  lost: number;
  paidTwice: string[];
  /** Time from readiness to the next call, in ms. */
  waits: number[];
}

class Kills {
  readonly figures: KillFigures = {
    ...{ kills: 0, steps: new Map(), runs: 0, reports: 0, equal: 0, calls: 0, again: 0, lost: 0 },
    ...{ paidTwice: [], waits: [] },
  };
  private readonly world: World;
  private readonly stateDir: string;
  private instance: Instance;

  constructor(world: World, stateDir: string, instance: Instance) {
    this.world = world;
    this.stateDir = stateDir;
    this.instance = instance;
  }

  ready(): Promise<void> {
    return this.instance.ready();
  }

  /** Returns the report, and the number of calls that it took. */
  async undisturbed(nth: number): Promise<{ report: string; calls: number }> {
    const from = this.world.calls.length;
    const run = await ended(this.instance, await begin(this.instance, questionOf(`run${nth}`, 0)));
    return { report: sayings(run), calls: this.world.calls.length - from };
  }

  /** One run, killed at each of the points in turn, the later ones counted from the restart. */
  async killedRun(nth: number, points: readonly Point[], expected: string): Promise<void> {
    const { world, figures } = this;
    const kills: number[] = [];
    let reached = world.reached(points[0] ?? { nth: 1, side: "asked" });
    const id = await begin(this.instance, questionOf(`run${nth}`, 0));
    for (const [at] of points.entries()) {
      const call = await Promise.race([reached, ended(this.instance, id).then(() => undefined)]);
      if (!call) break;
      if (call.answered_at !== undefined) await pause(TAKEN_DOWN_MS);
      kills.push(Date.now());
      await this.instance.kill();
      this.noteKill(call);
      const next = points[at + 1];
      if (next) reached = world.reached(next);
      await this.restart();
    }
    world.disarm();
    figures.runs += 1;
    const run = await ended(this.instance, id);
    figures.reports += Number(run.report?.is_written ?? false);
    figures.equal += Number(sayings(run) === expected);
    this.countRepeated(
      world.calls.filter(({ run: of }) => of === `run${nth}`),
      kills,
    );
  }

  stop(): Promise<unknown> {
    return this.instance.stop();
  }

  private noteKill({ step, answered_at }: Call): void {
    const { steps } = this.figures;
    const name = `${step}, ${answered_at === undefined ? "asked" : "answered"}`;
    this.figures.kills += 1;
    steps.set(name, (steps.get(name) ?? 0) + 1);
  }

  private async restart(): Promise<void> {
    const { world, figures } = this;
    const before = world.calls.length;
    this.instance = await Instance.start(this.stateDir, world.vars);
    await this.instance.ready();
    const ready = Date.now();
    while (world.calls.length === before && Date.now() - ready < 6_000) await pause(10);
    // A run that had made its last call goes on without one.
    const next = world.calls[before];
    if (next) figures.waits.push(Math.max(0, next.asked_at - ready));
  }

  private countRepeated(calls: readonly Call[], kills: readonly number[]): void {
    const { figures } = this;
    figures.calls += calls.length;
    const first = new Map<string, Call>();
    for (const call of calls) {
      const before = first.get(call.key);
      first.set(call.key, call);
      if (!before) continue;
      const killed_at = kills.find((at) => at >= before.asked_at) ?? Number.POSITIVE_INFINITY;
      if (before.answered_at === undefined || before.answered_at > killed_at) figures.again += 1;
      else if (killed_at - before.answered_at < TAKEN_DOWN_MS) figures.lost += 1;
      else figures.paidTwice.push(`${call.run} ${call.step} ${killed_at - before.answered_at} ms`);
    }
  }
}

/** Points spread over a run of so many calls, and a second one each among the first calls after the restart. */
function pointsOf(nth: number, calls: number): Point[] {
  const first = 1 + ((nth * 7) % calls);
  const side = nth % 2 === 0 ? "asked" : "answered";
  const second = 1 + (nth % Math.max(1, Math.floor((calls - first) / 2)));
  return [
    { nth: first, side },
    { nth: second, side: side === "asked" ? "answered" : "asked" },
  ];
}

export async function measureKills(kills: number): Promise<KillFigures> {
  const stateDir = mkdtempSync(path.join(tmpdir(), "nightjar-research-"));
  const world = await World.open();
  const measured = new Kills(world, stateDir, await Instance.start(stateDir, world.vars));
  try {
    await measured.ready();
    const { report, calls } = await measured.undisturbed(1);
    for (let nth = 2; measured.figures.kills < kills; nth += 1)
      await measured.killedRun(nth, pointsOf(nth, calls), report);
    return measured.figures;
  } finally {
    await measured.stop();
    world.close();
    rmSync(stateDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
