import { afterEach, expect, test } from "vitest";
import type { TurnAdmission } from "../../../src/platform/turn-admission.ts";
import { callApi, chat, request } from "../api.ts";
import { turnAdmission } from "../worker.ts";

const QUEUED = Array.from({ length: 520 }, (_, at) => `queued ${at}`);
const RUNNING = Array.from({ length: 400 }, (_, at) => `running ${at}`);

/** Lateness as after three seconds in which timers came two seconds late. */
function fill(admission: TurnAdmission): void {
  const now = Date.now();
  for (let ago = 3_000; ago >= 0; ago -= 10) admission.recordDelay(2_000, now - ago);
  for (const id of RUNNING) admission.begin({ id, client: "somebody" }, now);
  for (const id of QUEUED) admission.ask({ id, client: id, urgency: "cut_off" }, now);
}

function empty(admission: TurnAdmission): void {
  for (const id of [...RUNNING, ...QUEUED]) admission.left(id);
}

afterEach(() => empty(turnAdmission()));

test("a request without room in the queue gets 503 with retry-after at once, and leaves no conversation", async () => {
  fill(turnAdmission());
  const before = await callApi<{ conversations: unknown[] }>("GET", "/conversations");
  const refused = await request("POST", "/chat", { message: "hello" });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toEqual({
    error: "overloaded",
    reason: expect.stringMatching(/^Too many messages are waiting .+ Send yours again in \d+ seconds\.$/),
  });
  expect(await callApi("GET", "/conversations")).toEqual(before);
});

test("a message that was accepted waits while others fill the queue, and is answered", async () => {
  const admission = turnAdmission();
  const { conversation_id } = await chat("The first.", { model: undefined });
  fill(admission);
  await callApi("POST", "/notify", { message: "And another.", conversation_id });
  empty(admission);
  await chat("Now you.", { conversation_id, model: undefined });
  const path = `/conversations/${conversation_id}/messages`;
  const { items } = await callApi<{ items: { role: string; status: string }[] }>("GET", path);
  const answers = items.filter(({ role }) => role === "assistant");
  expect(answers.map(({ status }) => status)).toEqual(["complete", "complete", "complete"]);
});
