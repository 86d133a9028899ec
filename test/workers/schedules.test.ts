import { expect, test } from "vitest";
import { soon } from "../support/soon.ts";
import { callApi, chat, request } from "./api.ts";
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
