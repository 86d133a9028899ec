/** What becomes of runs: spread, held back, given up, told. */
import { expect, test } from "vitest";
import { DEAD, ended, TestHouse } from "./house.ts";

const START = Date.UTC(2026, 5, 1);
const SECOND = 1_000;
const HOUR = 3_600_000;

test("five hundred that are due in the same second are each in their conversation once within a minute, spread over it", async () => {
  const house = new TestHouse(START);
  const due = START + HOUR;
  for (let index = 0; index < 500; index++) house.make({ timing: { type: "at", at: due } });
  const entered: number[] = [];
  const enter = house.enter.bind(house);
  house.enter = async (order) => {
    entered.push(house.now - due);
    return enter(order);
  };
  await house.live(due + 60 * SECOND);
  expect(house.turns.size).toBe(500);
  expect(entered).toHaveLength(500);
  expect(Math.max(...entered)).toBeLessThan(60 * SECOND);
  for (let second = 0; second < 60; second++)
    expect(entered.filter((ms) => Math.floor(ms / SECOND) === second).length).toBeLessThanOrEqual(12);
});

test("five hundred that are due in the same second have told what came of them within a minute, though each takes two seconds", async () => {
  const house = new TestHouse(START);
  const due = START + HOUR;
  const made = Array.from({ length: 500 }, () => house.make({ timing: { type: "at", at: due } }));
  const begun = new Map<string, number>();
  const enter = house.enter.bind(house);
  house.enter = async (order) => {
    const entered = await enter(order);
    if ("turn_id" in entered) begun.set(entered.turn_id, house.now);
    return entered;
  };
  house.look = async (_, { turn_id }) => {
    const since = begun.get(turn_id ?? "") ?? house.now;
    return house.now - since < 2 * SECOND ? { status: "running" } : ended({});
  };
  await house.live(due + 60 * SECOND);
  const settled = made.flatMap(({ id }) => house.runs(id)).filter(({ delivery }) => delivery === "sent");
  expect(settled).toHaveLength(500);
});

test("a house that is slow to take runs in is given fewer at once, and rests in between", async () => {
  const house = new TestHouse(START);
  const due = START + HOUR;
  for (let index = 0; index < 40; index++) house.make({ timing: { type: "at", at: due } });
  const entered: number[] = [];
  const enter = house.enter.bind(house);
  house.enter = async (order) => {
    entered.push(house.now);
    // Each takes a fifth of a second of a machine that does one thing at a time.
    house.now += 200;
    return enter(order);
  };
  await house.live(due + 30 * SECOND);
  const last = entered.filter((at) => at > due + 10 * SECOND && at <= due + 30 * SECOND);
  expect(last.length).toBeGreaterThan(10);
  expect(last.length * 200).toBeLessThan(20 * SECOND * 0.55);
});

test("nothing is begun while the run before has not ended", async () => {
  const house = new TestHouse(START);
  const { id } = house.make({ timing: { type: "every", minutes: 1 } });
  house.seen = Array.from({ length: 200 }, () => ({ status: "running" as const }));
  await house.live(START + 200 * SECOND);
  expect(house.turns.size).toBe(1);
  expect(house.runs(id).map(({ state, reason }) => [state, reason])).toEqual([
    ["skipped", "The previous run hadn't ended."],
    ["skipped", "The previous run hadn't ended."],
    ["running", null],
  ]);
  house.seen = [];
  await house.live(START + 6 * 60 * SECOND);
  expect(house.turns.size).toBeGreaterThan(1);
});

test("a machine that dies between the inbox and the row gives one turn, and the run goes on", async () => {
  const house = new TestHouse(START);
  const { id } = house.make({ timing: { type: "at", at: START + SECOND } });
  let steps = 0;
  house.step = () => {
    steps += 1;
    if (steps === 2) throw DEAD;
  };
  await house.live(START + HOUR);
  expect(house.turns.size).toBe(1);
  expect(house.runs(id)).toMatchObject([{ state: "completed", delivery: "sent", cost_usd: 0.01 }]);
  expect(house.rows.get(id)).toMatchObject({ state: "done", runs: 1, cost_usd: 0.01 });
});

test("what cannot be begun for now is begun later, and what can never be is told", async () => {
  const house = new TestHouse(START);
  const first = house.make({ timing: { type: "at", at: START + SECOND } });
  house.entering = { status: "later", reason: "The queue is full." };
  await house.live(START + 60 * SECOND);
  house.entering = undefined;
  await house.live(START + HOUR);
  expect(house.runs(first.id)).toMatchObject([{ state: "completed" }]);

  house.entering = { status: "failed", reason: "Telegram is not set up here." };
  const second = house.make({ timing: { type: "at", at: START + 2 * HOUR } });
  await house.live(START + 3 * HOUR);
  expect(house.runs(second.id)).toMatchObject([{ state: "failed", delivery: "sent" }]);
  expect([...house.told.values()].map(({ text }) => text)).toEqual([
    '"digest" did not go well: Telegram is not set up here.',
  ]);
});

test("the result of an isolated run is told once, a failure too, and silence is not", async () => {
  const house = new TestHouse(START);
  const { id } = house.make({ timing: { type: "every", minutes: 60 }, runs_in: "isolated" });
  house.seen = [
    ended({ words: "Three things.", trust: "untrusted" }),
    ended({ words: "" }),
    ended({ status: "failed", words: "", reason: "The model is overloaded." }),
  ];
  await house.live(START + 3.5 * HOUR);
  expect([...house.told.values()].map(({ text, trust }) => [text, trust])).toEqual([
    ["Three things.", "untrusted"],
    ['"digest" did not go well: The model is overloaded.', "trusted"],
  ]);
  expect(house.runs(id).map(({ state, delivery }) => [state, delivery])).toEqual([
    ["failed", "sent"],
    ["completed", "silent"],
    ["completed", "sent"],
  ]);
});

test("a run that waits for a person says so once, and is done when they have answered", async () => {
  const house = new TestHouse(START);
  const { id } = house.make({ timing: { type: "at", at: START + SECOND }, runs_in: "isolated" });
  house.seen = Array.from({ length: 5 }, () => ({ status: "waiting" as const }));
  await house.live(START + 3 * SECOND);
  expect(house.runs(id)).toMatchObject([{ state: "waiting" }]);
  await house.live(START + HOUR);
  expect(house.runs(id)).toMatchObject([{ state: "completed", delivery: "sent" }]);
  expect([...house.told.keys()].filter((key) => key.endsWith(":waits"))).toHaveLength(1);
});

test("of a schedule thirty runs are kept, and the conversations of older isolated ones go", async () => {
  const house = new TestHouse(START);
  const { id } = house.make({ timing: { type: "every", minutes: 60 }, runs_in: "isolated" });
  await house.live(START + 40.5 * HOUR);
  expect(house.runs(id)).toHaveLength(30);
  expect(house.forgotten).toHaveLength(10);
  expect(house.rows.get(id)?.runs).toBe(40);
});

test("nothing runs in quiet hours, by the clock of its zone", async () => {
  const house = new TestHouse(START);
  const quiet = { from: "22:00", to: "07:00" };
  house.make({ timing: { type: "every", minutes: 60 }, time_zone: "Europe/Vienna", quiet });
  await house.live(START + 48 * HOUR);
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Vienna", hour: "numeric" });
  const hours = [...house.turns.values()].map(({ run }) => Number(clock.format(run.occurrence)));
  expect([...new Set(hours)].sort((a, b) => a - b)).toEqual([
    7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
  ]);
});
