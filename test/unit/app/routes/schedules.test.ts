import { expect, test } from "vitest";
import { SchedulerRows } from "../../../../durable-objects/scheduler/rows.ts";
import { ScheduleEditor } from "../../../../durable-objects/scheduler/schedule-editor.ts";
import { scheduleRoutes } from "../../../../src/app/schedules/routes/schedules.ts";
import { scheduleTimeRoutes } from "../../../../src/app/schedules/routes/times.ts";
import type { PersonSchedules } from "../../../../src/schedules/person-schedules.ts";
import type { Schedule } from "../../../../src/schedules/schedule.ts";
import { NodeSql } from "../../../support/node-sql.ts";
import { checkAgent, conversations, mount } from "./mount.ts";

/** One owner's schedules, as their object keeps them, without its alarm. */
function bookOf(now: () => number): PersonSchedules {
  const rows = new SchedulerRows(new NodeSql());
  const editor = new ScheduleEditor(rows, now);
  const withLast = (schedule: Schedule) => {
    const [last = null] = rows.runs(schedule.id, { before: null, limit: 1 });
    return { schedule, last };
  };
  return {
    list: async () => rows.list().map(withLast),
    find: async (id) => {
      const found = rows.get(id);
      return found && withLast(found);
    },
    create: async (schedule) => editor.create(schedule),
    change: async (id, wish, maker) => editor.change(id, wish, maker),
    pause: async (id) => editor.pause(id),
    resume: async (id) => editor.resume(id),
    runNow: async (id) => editor.runNow(id, null),
    remove: async (id) => editor.remove(id),
    runs: async (id, page) => rows.runs(id, page),
  };
}

const routes = [...scheduleTimeRoutes, ...scheduleRoutes];
const { as, stores } = mount({ name: "schedules", routes }, (_shared, { clock }) => {
  const books = new Map<string, PersonSchedules>();
  const of = (owner: string) => {
    const book = books.get(owner) ?? bookOf(() => clock.now);
    books.set(owner, book);
    return book;
  };
  const own = {
    frontDoor: { checkAgent },
    conversations: conversations({ cnv_theirs: "ben" }),
    preferenceCache: { get: async () => ({ time_zone: null }) },
    quotas: {
      scheduling: (_owner: string, keep: () => Promise<unknown>) => keep(),
      noteScheduled: () => undefined,
    },
  };
  return { own, verbs: { of } };
});
const ann = as("ann");
const make = async (body: object) =>
  (await ann("POST", "/schedules", { name: "Digest", text: "Write the digest.", ...body })).body ?? {};

test("a schedule is changed, paused, resumed and removed, by nobody but its owner", async () => {
  const { id } = await make({ cron: "0 9 * * *", time_zone: "Europe/Vienna" });
  const path = `/schedules/${id}`;
  const { body: changed } = await ann("PATCH", path, { every_minutes: 90 });
  expect(changed).toMatchObject({ words: "every 90 minutes", cron: null, state: "active" });
  const { body: paused } = await ann("POST", `${path}/pause`, {});
  expect(paused).toMatchObject({ state: "paused", next_at: null });
  const { body: resumed } = await ann("POST", `${path}/resume`, {});
  expect(resumed).toMatchObject({ state: "active", next_at: expect.any(String) });

  const eve = as("eve");
  for (const [method, body] of [["GET"], ["PATCH", { name: "Mine" }], ["DELETE"]] as const)
    expect((await eve(method, path, body)).status, method).toBe(404);
  expect((await eve("POST", `${path}/run`, {})).status).toBe(404);
  const foreign = { name: "x", text: "x", cron: "0 9 * * *", conversation_id: "cnv_theirs" };
  expect((await eve("POST", "/schedules", foreign)).status).toBe(404);
  expect((await as("guest", "guest")("POST", "/schedules", foreign)).status).toBe(403);

  expect((await ann("DELETE", path)).status).toBe(204);
  expect((await ann("GET", path)).status).toBe(404);
});

test("a run by hand is in its list, and a heartbeat whose file names nothing has none", async () => {
  const { id } = await make({ cron: "0 9 * * *" });
  expect(await ann("POST", `/schedules/${id}/run`, {})).toMatchObject({
    status: 202,
    body: { state: "queued", cause: "person" },
  });
  expect((await ann("GET", `/schedules/${id}/runs`)).body).toMatchObject({ items: [{ cause: "person" }] });
  const heartbeat = await make({ kind: "heartbeat", text: "" });
  expect((await ann("POST", `/schedules/${heartbeat["id"]}/run`, {})).status).toBe(409);
});

test.each([
  [{ cron: "every day" }, "no cron expression of five fields"],
  [{ cron: "0 9 * * *", every_minutes: 5 }, "Give one of cron, every_minutes and at."],
  [{ cron: "0 9 * * *", time_zone: "Mars/Olympus" }, 'no time zone "Mars/Olympus"'],
  [{ at: "2020-01-01T00:00:00Z" }, "is past"],
  [{ cron: "0 9 * * *", agent: "nobody-here" }, 'no agent "nobody-here"'],
  [{ cron: "0 23 * * *", quiet: { from: "22:00", to: "07:00" } }, "It would never run"],
  [{ kind: "heartbeat", every_minutes: 1 }, "a heartbeat beats every 5 minutes at most"],
])("%j is refused with words that say what to do", async (wrong, reason) => {
  const { status, body } = await ann("POST", "/schedules", { name: "x", text: "x", ...wrong });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body?.["reason"]).toContain(reason);
});

test("the next times are shown before a schedule is made, and all of them over a week", async () => {
  const timing = { cron: "30 2 * * *", time_zone: "Europe/Vienna" };
  const { body: preview } = await ann("POST", "/schedules/preview", timing);
  expect(preview).toMatchObject({ words: "every day at 2:30", time_zone: "Europe/Vienna" });
  // What comes more often is not counted to its end.
  const { id } = await make({ name: "Hourly", cron: "0 * * * *" });
  const { now } = stores.clock;
  const [from, until] = [now, now + 24 * 3_600_000].map((at) => new Date(at).toISOString());
  const { body } = await ann("GET", `/schedules/calendar?from=${from}&until=${until}`);
  const items = body?.["items"] as { schedule_id: string }[];
  expect(items.filter(({ schedule_id }) => schedule_id === id)).toHaveLength(12);
});
