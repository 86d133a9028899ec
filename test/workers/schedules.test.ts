import { expect, test } from "vitest";
import { soon } from "../support/soon.ts";
import { callApi, chat, request } from "./api.ts";
import { somebody } from "./people/somebody.ts";
import { api } from "./tools/api.ts";

interface Run {
  state: string;
  delivery: string;
  conversation_id: string | null;
  told_in: string | null;
  reason: string | null;
  cause: string;
}

interface Schedule {
  id: string;
  words: string;
  state: string;
  at: string | null;
  next_at: string | null;
  conversation_id: string | null;
  last_run: Run | null;
  runs: number;
}

interface Message {
  role: string;
  parts: { type: string; text?: string }[];
}

function make(body: Record<string, unknown>): Promise<Schedule> {
  return callApi("POST", "/schedules", { name: "Digest", text: "Write the digest.", ...body });
}

function read(id: string): Promise<Schedule> {
  return callApi("GET", `/schedules/${id}`);
}

/** When its newest run is settled: what came of it. */
function settled({ id }: Schedule): Promise<Run> {
  return soon(async () => {
    const { last_run } = await read(id);
    if (last_run === null || ["queued", "running"].includes(last_run.state)) throw new Error("It runs.");
    if (["none", "pending"].includes(last_run.delivery)) throw new Error("It is not told yet.");
    return last_run;
  });
}

async function messagesOf(conversation: string | null): Promise<Message[]> {
  return (await callApi<{ items: Message[] }>("GET", `/conversations/${conversation}/messages`)).items;
}

async function listedIds(): Promise<string[]> {
  const { items } = await callApi<{ items: { id: string }[] }>("GET", "/conversations?limit=100");
  return items.map(({ id }) => id);
}

test("a schedule runs in its conversation by the alarm, once, and is done", async () => {
  const { conversation_id } = await chat("Hello");
  const at = new Date(Date.now() + 1_200).toISOString();
  const made = await make({ at, conversation_id });
  expect(made).toMatchObject({ state: "active", next_at: at, at, conversation_id, last_run: null });

  expect(await settled(made)).toMatchObject({
    state: "completed",
    delivery: "sent",
    cause: "time",
    conversation_id,
    told_in: null,
  });
  const messages = await messagesOf(conversation_id);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "system", "assistant"]);
  expect(messages[2]?.parts[0]?.text).toContain("Write the digest.");
  expect(await read(made.id)).toMatchObject({ state: "done", next_at: null, runs: 1 });
});

test("an isolated run is in nobody's list, and its result is told in the schedule's own conversation", async () => {
  const made = await make({ name: "Apart", cron: "0 9 * * 1-5", runs_in: "isolated" });
  expect(made.words).toBe("every weekday at 9:00");
  await callApi("POST", `/schedules/${made.id}/run`, {});
  const run = await settled(made);
  expect(run).toMatchObject({ state: "completed", delivery: "sent", cause: "person" });
  const ids = await listedIds();
  expect(ids).toContain(run.told_in);
  expect(ids).not.toContain(run.conversation_id);
  const [told, ...more] = await messagesOf(run.told_in);
  expect(more).toEqual([]);
  const answer = (await messagesOf(run.conversation_id)).at(-1);
  expect(told?.parts).toEqual(answer?.parts);
});

test("a schedule is changed, paused, resumed and removed, by nobody but its owner", async () => {
  const made = await make({ cron: "0 9 * * *", time_zone: "Europe/Vienna" });
  const path = `/schedules/${made.id}`;
  const changed = await callApi<Schedule>("PATCH", path, { every_minutes: 90 });
  expect(changed).toMatchObject({ words: "every 90 minutes", cron: null, state: "active" });
  expect(await callApi("POST", `${path}/pause`, {})).toMatchObject({ state: "paused", next_at: null });
  expect((await callApi<Schedule>("POST", `${path}/resume`, {})).next_at).not.toBeNull();

  const other = await somebody("member");
  for (const [method, body] of [["GET"], ["PATCH", { name: "Mine" }], ["DELETE"]] as const)
    expect((await other.ask(method, path, body)).status, method).toBe(404);
  expect((await other.ask("POST", `${path}/run`, {})).status).toBe(404);
  const foreign = {
    name: "x",
    text: "x",
    cron: "0 9 * * *",
    conversation_id: (await chat("Hi")).conversation_id,
  };
  expect((await other.ask("POST", "/schedules", foreign)).status).toBe(404);

  expect((await request("DELETE", path)).status).toBe(204);
  expect((await request("GET", path)).status).toBe(404);
});

test("what cannot be is refused with words that say what to do", async () => {
  const refusals: [Record<string, unknown>, string][] = [
    [{ cron: "every day" }, "no cron expression of five fields"],
    [{ cron: "0 9 * * *", every_minutes: 5 }, "Give one of cron, every_minutes and at."],
    [{ cron: "0 9 * * *", time_zone: "Mars/Olympus" }, 'no time zone "Mars/Olympus"'],
    [{ at: "2020-01-01T00:00:00Z" }, "is past"],
    [{ cron: "0 9 * * *", agent: "nobody-here" }, 'no agent "nobody-here"'],
    [{ cron: "0 23 * * *", quiet: { from: "22:00", to: "07:00" } }, "That never comes"],
    [{ kind: "heartbeat", every_minutes: 1 }, "a heartbeat beats every 5 minutes at most"],
  ];
  for (const [body, reason] of refusals) {
    const answer = await request("POST", "/schedules", { name: "x", text: "x", ...body });
    expect(answer.status, reason).toBeGreaterThanOrEqual(400);
    expect(((await answer.json()) as { reason: string }).reason).toContain(reason);
  }
});

test("the next times are shown before a schedule is made, and all of them over a week", async () => {
  const preview = await callApi("POST", "/schedules/preview", {
    cron: "30 2 * * *",
    time_zone: "Europe/Vienna",
  });
  expect(preview).toMatchObject({ words: "every day at 2:30", time_zone: "Europe/Vienna" });
  // What comes more often is not counted to its end.
  const made = await make({ name: "Hourly", cron: "0 * * * *" });
  const [from, until] = [new Date(), new Date(Date.now() + 24 * 3_600_000)].map((at) => at.toISOString());
  const { items } = await callApi<{ items: { schedule_id: string }[] }>(
    "GET",
    `/schedules/calendar?from=${from}&until=${until}`,
  );
  expect(items.filter(({ schedule_id }) => schedule_id === made.id)).toHaveLength(12);
});

test("a heartbeat runs by the fast model with what its file names", async () => {
  const made = await make({ kind: "heartbeat", name: "Pulse", text: "" });
  const path = `/schedules/${made.id}`;
  expect((await request("POST", `${path}/run`, {})).status).toBe(409);
  await api("PUT", "/workspace/HEARTBEAT.md", "# Pulse\n- look at the harbour\n");
  await callApi("POST", `${path}/run`, {});
  const run = await settled(made);
  expect(run).toMatchObject({ state: "completed", cause: "person" });
  const [notice] = await messagesOf(run.conversation_id);
  expect(notice?.parts[0]?.text).toContain("- look at the harbour");
  expect(await read(made.id)).toMatchObject({ state: "active", runs: 1 });
});
