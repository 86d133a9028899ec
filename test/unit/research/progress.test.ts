/** Progress of a research run, told in a chat. */
import { expect, test } from "vitest";
import { Progress } from "../../../durable-objects/research/progress.ts";
import { progressWords } from "../../../src/research/plan/progress.ts";
import type { RunView } from "../../../src/research/run.ts";
import type { SeenRun } from "../../../src/research/stored.ts";

const step = { places: [], by: "model" as const, cost_usd: 0, sources: 0, notes: 0 };
const VIEW: RunView = {
  phase: "gather",
  state: "running",
  plan: [
    { ...step, id: "p1", question: "Where do they\nwinter?", state: "done" },
    { ...step, id: "p2", question: "What do they eat?", state: "running" },
    { ...step, id: "p3", question: "Left out?", state: "struck" },
  ],
  sources: [],
  notes: [],
  contradictions: [],
  spend: { ceiling_usd: 2, spent_usd: 0.125, reserved_usd: 0, planned_usd: 1 },
  ended_by: [],
};

test("the steps have their states, and the cost is told with its ceiling", () => {
  expect(progressWords("What is known of the nightjar?", VIEW, false)).toBe(
    "**I look it up**\n\n✓ Where do they winter?\n… What do they eat?\n\nSources: 0. Facts noted: 0. Cost so far: $0.13 of at most $2.00.",
  );
  const calls = { ...VIEW, spend: { ...VIEW.spend, calls: { made: 7, most: 40 } } };
  expect(progressWords("Was weiß man über die Ernährung der Nachtschwalbe?", calls, true)).toMatch(
    /^\*\*Die Recherche ist fertig\*\*[\s\S]*Modellaufrufe bisher: 7 von höchstens 40\.$/,
  );
});

test("it is told some seconds apart while it goes on, and at its end, whatever fails", async () => {
  const told: string[] = [];
  let now = 0;
  const progress = new Progress({
    now: () => now,
    log: { shows: () => true, info: () => undefined, warn: () => undefined, error: () => undefined },
    async tellProgress({ view }, isOver) {
      told.push(isOver ? "end" : (view?.phase ?? ""));
      if (view?.phase === "write") throw new Error("The chat is gone.");
    },
  });
  const run = (phase: RunView["phase"]) =>
    ({ init: { place: { channel: "telegram", sender: "1" } }, view: { ...VIEW, phase } }) as SeenRun;
  for (const [at, phase] of [
    [0, "plan"],
    [1_000, "gather"],
    [3_000, "gather"],
    [7_000, "write"],
  ] as const) {
    now = at;
    progress.tell(run(phase));
    await Promise.resolve();
  }
  await progress.end(run("report"));
  progress.tell({ ...run("gather"), init: {} } as SeenRun);
  expect(told).toEqual(["gather", "write", "end"]);
});
