import { expect, test } from "vitest";
import { failure } from "../../../src/domain/errors.ts";
import type { PersonSchedules } from "../../../src/schedules/person-schedules.ts";
import {
  createCancelScheduledTool,
  createListScheduledTool,
} from "../../../src/schedules/tools/both-kinds.ts";
import { createCronTool, createHeartbeatTool } from "../../../src/schedules/tools/create.ts";
import type { AppliedScheduleChange, ScheduleTooling } from "../../../src/schedules/tools/tooling.ts";
import { createUpdateScheduleTool } from "../../../src/schedules/tools/update.ts";
import { createPolicy } from "../../../src/tools/policy.ts";
import { aContext, aConversation, call, contentOf, NOW } from "../tools/support.ts";
import { TestHouse } from "./house.ts";

function opened() {
  const house = new TestHouse(NOW);
  const { desk, rows } = house;
  const noted: AppliedScheduleChange[] = [];
  const book: Pick<PersonSchedules, "list" | "find" | "create" | "change" | "remove"> = {
    find: async (id) => {
      const schedule = rows.get(id);
      return schedule && { schedule, last: null };
    },
    change: async (id, wish, maker) => desk.change(id, wish, maker),
    list: async () => rows.list().map((schedule) => ({ schedule, last: null })),
    create: async (schedule) => desk.create(schedule),
    remove: async (id) => desk.remove(id),
  };
  const tooling: ScheduleTooling = {
    of: () => book as PersonSchedules,
    note: async (done) => void noted.push(done),
    checkAgent: async (slug) =>
      slug === "luna"
        ? { ok: true, value: true }
        : { ok: false, failure: failure("resource_not_found", `There is no agent "${slug}".`) },
  };
  return { house, tooling, noted };
}

const DIGEST = { name: "Digest", text: "Write it.", cron: "0 9 * * 1-5", time_zone: "Europe/Vienna" };

test("an agent makes a schedule once, whose result is told where it was asked for", async () => {
  const { house, tooling } = opened();
  const tool = createCronTool(tooling);
  const context = aContext({ trust: "untrusted" });
  const first = await contentOf(tool, DIGEST, context);
  expect(first).toMatch(/^Made sch_\w+, "Digest": every weekday at 9:00 \(Europe\/Vienna\)\. Next: Monday/);
  expect(await contentOf(tool, DIGEST, context)).toBe(first);
  expect(house.rows.list()).toMatchObject([
    {
      wish: { name: "Digest", target: { type: "conversation", conversation_id: context.conversation_id } },
      maker: { trust: "untrusted" },
    },
  ]);
});

test("an agent changes a schedule by its id, and what it was is written down", async () => {
  const { house, tooling, noted } = opened();
  await contentOf(createCronTool(tooling), DIGEST, aContext());
  const [made] = house.rows.list();
  const change = { id: made?.id ?? "", cron: "30 8 * * 1-5" };
  const update = createUpdateScheduleTool(tooling);
  expect(await contentOf(update, change, aContext({ trust: "untrusted" }))).toMatch(
    /^Changed sch_\w+, "Digest": every weekday at 8:30/,
  );
  expect(house.rows.list()).toMatchObject([
    { wish: { text: "Write it.", timing: { cron: "30 8 * * 1-5" } }, maker: { trust: "untrusted" } },
  ]);
  expect(noted).toMatchObject([
    { did: "created", before: null },
    { did: "updated", before: { timing: { cron: "0 9 * * 1-5" } } },
  ]);
  expect(await call(update, { ...change, id: "sch_none" })).toMatchObject({ ok: false });
});

test("what the schedule needs and nobody has said is asked for", async () => {
  const { tooling } = opened();
  const { time_zone: _, ...digest } = DIGEST;
  expect(await call(createCronTool(tooling), digest)).toEqual({
    ok: false,
    error: expect.stringContaining("time zone is unknown"),
  });
  expect(await call(createCronTool(tooling), { ...DIGEST, agent: "nobody" })).toEqual({
    ok: false,
    error: 'There is no agent "nobody".',
  });
  expect(await contentOf(createCronTool(tooling), { ...DIGEST, agent: "luna" })).toMatch(/^Made/);
});

test("once a turn has read content from outside, a person says yes to each schedule", () => {
  const { tooling } = opened();
  for (const tool of [createCronTool(tooling), createHeartbeatTool(tooling)]) {
    const { agent, rules, seen } = aContext();
    const verdict = (tainted: boolean) =>
      createPolicy().decide({
        tool,
        input: {},
        agent,
        rules,
        granted: () => true,
        turn: { ...seen, tainted },
      }).verdict;
    expect([verdict(false), verdict(true)]).toEqual(["allow", "ask"]);
    expect(tool.personal).toBe(true);
  }
});

test("messages and schedules are listed and cancelled together, schedules for their owner alone", async () => {
  const { tooling, noted } = opened();
  const conversation = aConversation();
  conversation.schedule({ key: "a", at: NOW + 1000, text: "sooner" });
  await call(createHeartbeatTool(tooling), {}, aContext({ conversation }));
  const [list, cancel] = [createListScheduledTool(tooling), createCancelScheduledTool(tooling)];
  const told = await contentOf(list, {}, aContext({ conversation }));
  expect(told).toContain("In this conversation:\nsch_1  2026-11-21T12:00:01.000Z  sooner");
  expect(told).toMatch(/Schedules:\nsch_\w+ {2}"Heartbeat" {2}every 30 minutes \(UTC\) {2}next 2026/);
  const id = /Schedules:\n(sch_\w+)/.exec(told)?.[1] ?? "";

  const others = aContext({ conversation, is_owners: false });
  expect(await contentOf(list, {}, others)).not.toContain("Heartbeat");
  expect(await contentOf(cancel, { id }, others)).toMatch(/^error: Nothing is scheduled/);
  expect(await contentOf(cancel, { id }, aContext({ conversation }))).toBe(`Removed the schedule ${id}.`);
  expect(await contentOf(cancel, { id: "sch_1" }, others)).toBe("Cancelled sch_1.");
  expect(noted).toMatchObject([
    { did: "created" },
    { did: "removed", schedule: { id } },
    { did: "removed", message: { id: "sch_1", text: "sooner" } },
  ]);
});
