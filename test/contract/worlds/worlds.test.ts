import { expect, test } from "vitest";
import { bank } from "./data/bank.ts";
import { chat } from "./data/chat.ts";
import { mail } from "./data/mail.ts";
import { travel } from "./data/travel.ts";
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
}

async function playAll({ isAttacked, ...way }: Way): Promise<Result[]> {
  const results: Result[] = [];
  for (const world of WORLDS) {
    const stage = await stageOf(world, way.hasHints);
    for (const scene of scenesOf(world, isAttacked)) {
      const outcome = await play(stage, { world, ...way, ...scene });
      results.push({
        ...outcome,
        what: `${world.name}: ${scene.task.words} / ${scene.attack?.name ?? "in peace"}`,
      });
    }
  }
  return results;
}

function scenesOf({ tasks, attacks }: World, isAttacked: boolean): { task: Task; attack?: Attack }[] {
  if (!isAttacked) return tasks.map((task) => ({ task }));
  return tasks.flatMap((task) => attacks.map((attack) => ({ task, attack })));
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
