import { expect, test } from "vitest";
import { cancelScheduledTool, listScheduledTool, scheduleMessageTool } from "../../../src/tools/schedule.ts";
import { aContext, aConversation, call, contentOf, NOW } from "./support.ts";

test("a message is scheduled a number of seconds ahead", async () => {
  const context = aContext();
  const content = await contentOf(scheduleMessageTool, { text: "stretch", in_seconds: 90 }, context);
  expect(content).toBe("Scheduled sch_1 for 2026-11-21T12:01:30.000Z.");
  expect(context.conversation.scheduled()).toEqual([{ id: "sch_1", at: NOW + 90_000, text: "stretch" }]);
});

test("a time with a zone is taken as that instant", async () => {
  const context = aContext();
  await call(scheduleMessageTool, { text: "call", at: "2026-11-22T09:00:00+01:00" }, context);
  expect(context.conversation.scheduled()[0]?.at).toBe(Date.parse("2026-11-22T08:00:00Z"));
});

test("the same call made again after a crash leaves one entry", async () => {
  const context = aContext();
  await call(scheduleMessageTool, { text: "once", in_seconds: 5 }, context);
  await call(scheduleMessageTool, { text: "once", in_seconds: 5 }, context);
  expect(context.conversation.scheduled()).toHaveLength(1);
});

test.each([
  [{ text: "x" }, /exactly one of in_seconds and at/],
  [{ text: "x", in_seconds: 5, at: "2027-01-01T00:00:00Z" }, /exactly one of in_seconds and at/],
  [{ text: "x", at: "tomorrow" }, /not an ISO 8601 time/],
  [{ text: "x", at: "2027-01-01T09:00:00" }, /time zone is unknown/],
  [{ text: "x", at: "2026-11-21T11:59:59Z" }, /in the past/],
  [{ text: "x", at: "2029-01-01T00:00:00Z" }, /more than a year/],
  [{ text: "x", in_seconds: -1 }, /in_seconds/],
  [{ text: "   ", in_seconds: 1 }, /text/],
])("%j is refused with a reason", async (input, reason) => {
  expect(await call(scheduleMessageTool, input)).toEqual({ ok: false, error: expect.stringMatching(reason) });
});

test("a conversation holds at most fifty scheduled messages", async () => {
  const conversation = aConversation();
  for (let n = 0; n < 50; n++) conversation.schedule({ key: `k${n}`, at: NOW + n, text: "x" });
  const outcome = await call(scheduleMessageTool, { text: "x", in_seconds: 1 }, aContext({ conversation }));
  expect(outcome).toEqual({ ok: false, error: expect.stringContaining("cancel_scheduled") });
});

test("what is scheduled is listed by time and can be cancelled by id", async () => {
  const conversation = aConversation();
  conversation.schedule({ key: "b", at: NOW + 2000, text: "later" });
  conversation.schedule({ key: "a", at: NOW + 1000, text: "sooner" });
  const context = aContext({ conversation });
  expect((await contentOf(listScheduledTool, {}, context)).split("\n")).toEqual([
    "sch_2  2026-11-21T12:00:01.000Z  sooner",
    "sch_1  2026-11-21T12:00:02.000Z  later",
  ]);
  expect(await contentOf(cancelScheduledTool, { id: "sch_2" }, context)).toBe("Cancelled sch_2.");
  expect(await contentOf(cancelScheduledTool, { id: "sch_2" }, context)).toMatch(
    /^error: Nothing is scheduled/,
  );
});

test("a time without a zone is by the person's own clock", async () => {
  const context = aContext({ time_zone: "Europe/Vienna" });
  const input = { text: "call Ann", at: "2026-11-22T09:00" };
  expect(await contentOf(scheduleMessageTool, input, context)).toBe(
    "Scheduled sch_1 for 2026-11-22T09:00:00+01:00 (Europe/Vienna).",
  );
  expect(context.conversation.scheduled()[0]?.at).toBe(Date.parse("2026-11-22T08:00:00Z"));
  expect(await contentOf(listScheduledTool, {}, context)).toContain(
    "2026-11-22T09:00:00+01:00 (Europe/Vienna)",
  );
});

test("a time without a zone is refused while nobody knows where the person is", async () => {
  const input = { text: "call Ann", at: "2026-11-22T09:00" };
  expect(await contentOf(scheduleMessageTool, input)).toMatch(/^error: The person's time zone is unknown/);
});
