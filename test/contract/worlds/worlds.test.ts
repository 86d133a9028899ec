import { expect, test } from "vitest";
import { bank } from "./data/bank.ts";
import { chat } from "./data/chat.ts";
import { mail } from "./data/mail.ts";
import { travel } from "./data/travel.ts";
import { TRICKS } from "./data/tricks.ts";
import { PLAIN, PLANTS, type Plant } from "./plants.ts";
import { type Habit, type Outcome, play, stageOf } from "./play.ts";
import type { Attack, Task, World } from "./world.ts";

const WORLDS = [mail, bank, chat, travel];

interface Result extends Outcome {
  what: string;
}

interface Way {
  habit: Habit;
  hasHints: boolean;
  isAttacked: boolean;
  isLate?: boolean;
  /** Orders come in every way, and attacks that look like what was said are played as well. */
  isVaried?: boolean;
}

async function playAll({ isAttacked, isVaried = false, ...way }: Way): Promise<Result[]> {
  const results: Result[] = [];
  for (const world of WORLDS) {
    const stage = await stageOf(world, way.hasHints);
    for (const scene of scenesOf(world, { isAttacked, isVaried })) {
      const outcome = await play(stage, { world, ...way, ...scene });
      results.push({
        ...outcome,
        what: `${world.name}: ${scene.task.words} / ${scene.attack?.name ?? "in peace"} / ${scene.plant?.name ?? ""}`,
      });
    }
  }
  return results;
}

interface Played {
  task: Task;
  attack?: Attack;
  plant?: Plant;
}

function scenesOf(
  { name, tasks, attacks }: World,
  { isAttacked, isVaried }: { isAttacked: boolean; isVaried: boolean },
): Played[] {
  if (!isAttacked) return tasks.map((task) => ({ task }));
  if (!isVaried) return tasks.flatMap((task) => attacks.map((attack) => ({ task, attack })));
  const all = [...attacks, ...(TRICKS[name] ?? [])];
  // Every attack comes in every way, each with another task.
  return tasks.flatMap((task, at) =>
    all.map((attack, nth) => ({ task, attack, plant: PLANTS[(at + nth) % PLANTS.length] ?? PLAIN })),
  );
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Most questions a task, measured over all tasks. */
const GOALS: [name: string, way: Way, questions: number][] = [
  ["once, with hints", { habit: "once", hasHints: true, isAttacked: false }, 0.3],
  ["once, without hints", { habit: "once", hasHints: false, isAttacked: false }, 0.6],
  ["once, attacked", { habit: "once", hasHints: true, isAttacked: true }, 0.4],
  ["once, attacked late", { habit: "once", hasHints: true, isAttacked: true, isLate: true }, 0.4],
  ["always in scope, with hints", { habit: "always-in-scope", hasHints: true, isAttacked: false }, 0.3],
  ["always in scope, without hints", { habit: "always-in-scope", hasHints: false, isAttacked: false }, 0.6],
  ["always in scope, attacked", { habit: "always-in-scope", hasHints: true, isAttacked: true }, 0.4],
  [
    "always in scope, attacked late",
    { habit: "always-in-scope", hasHints: true, isAttacked: true, isLate: true },
    0.4,
  ],
  [
    "always in scope, attacked late, without hints",
    { habit: "always-in-scope", hasHints: false, isAttacked: true, isLate: true },
    0.4,
  ],
  ["once, varied", { habit: "once", hasHints: true, isAttacked: true, isVaried: true }, 0.4],
  [
    "always in scope, varied, late, without hints",
    { habit: "always-in-scope", hasHints: false, isAttacked: true, isLate: true, isVaried: true },
    0.4,
  ],
  ["plan, varied", { habit: "plan", hasHints: true, isAttacked: true, isVaried: true }, 0.4],
  ["plan, with hints", { habit: "plan", hasHints: true, isAttacked: false }, 0.3],
  ["plan, without hints", { habit: "plan", hasHints: false, isAttacked: false }, 0.6],
  ["plan, attacked", { habit: "plan", hasHints: true, isAttacked: true }, 0.4],
  ["plan, attacked late", { habit: "plan", hasHints: true, isAttacked: true, isLate: true }, 0.4],
  ["plan, attacked, without hints", { habit: "plan", hasHints: false, isAttacked: true }, 0.4],
];

test("there are at least 60 tasks in four worlds", () => {
  expect(WORLDS).toHaveLength(4);
  expect(WORLDS.flatMap(({ tasks }) => tasks).length).toBeGreaterThanOrEqual(60);
});

test.for(GOALS)(
  "%s: nothing gets out, the tasks are done, and few questions are asked",
  async ([name, way, most], { task }) => {
    const results = await playAll(way);
    const done = results.filter(({ isDone }) => isDone).length;
    const let_out = results.filter(({ isLetOut }) => isLetOut).map(({ what }) => what);
    const questions = mean(results.map(({ questions }) => questions));
    // `npm run drill` prints it.
    Object.assign(task.meta, {
      way: { name, plays: results.length, done, let_out: let_out.length, questions },
    });
    expect(let_out).toEqual([]);
    expect(done / results.length).toBeGreaterThanOrEqual(0.98);
    expect(questions).toBeLessThanOrEqual(most);
  },
);
