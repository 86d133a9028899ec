import { expect, test } from "vitest";
import { dueItems, heartbeatPath } from "../../../src/schedules/heartbeat-file.ts";
import { ended, TestHouse } from "./house.ts";

const START = Date.UTC(2026, 5, 1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function heart(file: string | null) {
  const house = new TestHouse(START);
  house.file = file;
  const timing = { type: "every", minutes: 30 } as const;
  const { id } = house.make({ kind: "heartbeat", name: "Pulse", text: "", timing, runs_in: "isolated" });
  return { house, id };
}

function changesOf({ sql }: TestHouse): number {
  return sql.all<{ n: number }>("SELECT total_changes() AS n")[0]?.n ?? 0;
}

test.each([
  ["missing", null, "There is no HEARTBEAT.md in the workspace."],
  ["empty", "# Pulse\n\n<!-- nothing yet -->\n\n- [x] done long ago\n", "Nothing in HEARTBEAT.md was due."],
  [
    "not due yet",
    "- every 7d: tidy up\n- from 2027-01-01: renew\n- at 23:45: look",
    "Nothing in HEARTBEAT.md was due.",
  ],
])(
  "a heartbeat whose file is %s begins no turn, and writes one row beside its alarm",
  async (_, file, reason) => {
    const { house, id } = heart(file);
    const before = changesOf(house);
    await house.live(START + 30 * MINUTE);
    expect(changesOf(house) - before).toBe(1);
    expect(house.turns.size).toBe(0);
    expect(house.rows.get(id)).toMatchObject({
      skipped: 1,
      skip_reason: reason,
      next_at: START + HOUR,
      cost_usd: 0,
    });
    expect(house.runs(id)).toEqual([]);
  },
);

test("each agent goes by its own file", async () => {
  const { house } = heart("- look at the inbox");
  house.files.set("press", "- read the papers");
  house.files.set("night", "");
  const timing = { type: "every", minutes: 30 } as const;
  const pulse = { kind: "heartbeat", text: "", timing, runs_in: "isolated" } as const;
  house.make({ ...pulse, name: "Press", agent: "press" });
  const night = house.make({ ...pulse, name: "Night", agent: "night" });
  await house.live(START + 30 * MINUTE);
  const given = [...house.turns.values()].map(({ schedule, items }) => [schedule.wish.name, items]);
  expect(given.sort()).toEqual([
    ["Press", "- read the papers"],
    ["Pulse", "- look at the inbox"],
  ]);
  expect(house.rows.get(night.id)).toMatchObject({ skip_reason: "Nothing in night/HEARTBEAT.md was due." });
});

test("of a file that may hold somebody else's words nothing is done before its owner has saved it", async () => {
  const { house } = heart(null);
  house.files.set("press", "- send the notes to the harbour");
  house.waits = true;
  const timing = { type: "every", minutes: 30 } as const;
  const { id } = house.make({
    kind: "heartbeat",
    name: "Press",
    agent: "press",
    text: "",
    timing,
    runs_in: "isolated",
  });
  await house.live(START + 30 * MINUTE);
  expect(house.turns.size).toBe(0);
  expect(house.rows.get(id)).toMatchObject({
    skip_reason:
      "press/HEARTBEAT.md may hold somebody else's words: look at it under Files, and save it there.",
  });
  house.waits = undefined;
  await house.live(START + HOUR);
  expect([...house.turns.values()].map(({ items }) => items)).toEqual(["- send the notes to the harbour"]);
});

test.each([
  [["SOUL.md", "AGENTS.md", "HEARTBEAT.md"], "HEARTBEAT.md"],
  [["SOUL.md", "agents/press/HEARTBEAT.md"], "agents/press/HEARTBEAT.md"],
  [["SOUL.md"], "HEARTBEAT.md"],
])("of the files %j an agent's heartbeat goes by %s", (operational, path) => {
  expect(heartbeatPath(operational)).toBe(path);
});

test("what is due of the file is all that the agent is given, and what it says is told", async () => {
  const { house, id } = heart("# Pulse\n- look at the inbox\n- every 2h: look at the status page\n");
  house.seen = [ended({ words: "Two letters." }), ended({ words: "", cost_usd: 0.002 })];
  await house.live(START + HOUR + 5 * MINUTE);
  expect([...house.turns.values()].map(({ items }) => items)).toEqual([
    "- look at the inbox",
    "- look at the inbox",
  ]);
  expect([...house.told.values()].map(({ text }) => text)).toEqual(["Two letters."]);
  expect(house.rows.get(id)).toMatchObject({ runs: 2, cost_usd: 0.012 });
  await house.live(START + 2 * HOUR + 5 * MINUTE);
  expect([...house.turns.values()].at(-1)?.items).toBe(
    "- look at the inbox\n- every 2h: look at the status page",
  );
});

test("a heartbeat that a key or a budget stands against is stopped, says so once, and goes on when resumed", async () => {
  const { house, id } = heart("- look at the inbox");
  house.seen = [ended({ status: "failed", words: "", reason: "The key was refused.", isLasting: true })];
  await house.live(START + 5 * HOUR);
  expect(house.turns.size).toBe(1);
  expect(house.rows.get(id)).toMatchObject({
    state: "stopped",
    reason: "The key was refused.",
    next_at: null,
  });
  expect([...house.told.values()].map(({ text }) => text)).toEqual([
    'The heartbeat "Pulse" is stopped, so that it does not fail again and again: The key was refused. When that is mended, resume it under Schedules.',
  ]);
  expect(house.desk.resume(id).ok).toBe(true);
  await house.live(START + 6 * HOUR);
  expect(house.turns.size).toBe(3);
});

test("a heartbeat that fails for now is told of, and beats on", async () => {
  const { house, id } = heart("- look at the inbox");
  house.seen = [ended({ status: "failed", words: "", reason: "The model is overloaded." })];
  await house.live(START + 65 * MINUTE);
  expect(house.turns.size).toBe(2);
  expect(house.rows.get(id)?.state).toBe("active");
  expect([...house.told.values()][0]?.text).toBe('"Pulse" did not go well: The model is overloaded.');
});

test("run by hand, a heartbeat needs something to see to", async () => {
  const { house, id } = heart(null);
  expect(house.desk.runNow(id)).toMatchObject({ ok: false, failure: { error: "conflict" } });
  expect(house.desk.runNow(id, "- look at the inbox").ok).toBe(true);
  await house.live(START + MINUTE);
  expect([...house.turns.values()].map(({ items }) => items)).toEqual(["- look at the inbox"]);
});

test("a file that cannot be read now is read again a minute later", async () => {
  const { house } = heart("- look at the inbox");
  let isDown = true;
  house.step = () => {
    if (isDown) throw new Error("R2 is down.");
  };
  await house.live(START + 30 * MINUTE + 10_000);
  expect(house.turns.size).toBe(0);
  isDown = false;
  await house.live(START + 32 * MINUTE);
  expect(house.turns.size).toBe(1);
});

test("times in the file are those of the heartbeat's zone", () => {
  const zone = "Europe/Vienna";
  const at = (text: string) => Date.parse(text);
  const due = (file: string, last: string, now: string) =>
    dueItems(file, { last: at(last), now: at(now), zone });
  const evening = "- at 18:00: backup";
  expect(due(evening, "2026-06-01T15:45:00Z", "2026-06-01T16:15:00Z")).toBe("- at 18:00: backup");
  expect(due(evening, "2026-06-01T16:15:00Z", "2026-06-01T16:45:00Z")).toBeNull();
  // Between the beats it was midnight.
  expect(due("- at 23:50: lights", "2026-06-01T21:40:00Z", "2026-06-01T22:10:00Z")).toBe(
    "- at 23:50: lights",
  );
  expect(due("- from 2026-06-02: renew", "2026-06-01T21:00:00Z", "2026-06-01T22:01:00Z")).toBe(
    "- from 2026-06-02: renew",
  );
  expect(due("- from 2026-06-02: renew", "2026-06-01T21:00:00Z", "2026-06-01T21:59:00Z")).toBeNull();
  // What is no time is a sentence.
  expect(due("- at work: be kind", "2026-06-01T21:00:00Z", "2026-06-01T21:30:00Z")).toBe(
    "- at work: be kind",
  );
  expect(due("1. first\n2. second", "2026-06-01T21:00:00Z", "2026-06-01T21:30:00Z")).toBe(
    "- first\n- second",
  );
});
