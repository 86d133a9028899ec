import { abortAllDurableObjects, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { TurnPage, TurnTraceView } from "../../../durable-objects/conversation/views/turn-views.ts";
import type { Env } from "../../../src/app/env.ts";
import { conversationStub } from "../../../src/app/objects/stubs.ts";
import type { ConversationId } from "../../../src/domain/ids.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { callApi, chat, request } from "../api.ts";
import { shutGate } from "../gate.ts";

const SONNET = "anthropic/claude-sonnet-5";

function traceOf({ conversation_id, turn_id }: { conversation_id: string; turn_id: string }) {
  return callApi<TurnTraceView>("GET", `/conversations/${conversation_id}/turns/${turn_id}`);
}

describe("the trace of a turn", () => {
  test("shows its steps and tools with times, tokens and cost", async () => {
    const sum = call("call_s", "calculate", { expression: "6*7" });
    const said = await chat(
      tell(
        { text: ["Let me see."], calls: [sum], usage: { input: 1_000, output: 100 } },
        { text: ["It is 42."], usage: { input: 1_200, output: 50, cache_read: 900 } },
      ),
      { model: SONNET },
    );
    const trace = await traceOf(said);
    expect(trace).toMatchObject({
      id: said.turn_id,
      status: "completed",
      agent: "nightjar",
      model: SONNET,
      channel: "http",
      message_id: said.message_id,
      recoveries: 0,
      reason: null,
      notices: [],
      deliveries: [],
      usage: { input_tokens: 2_200, output_tokens: 150, cache_read_tokens: 900, cache_write_tokens: 0 },
    });
    expect(trace.cost_usd).toBeCloseTo((2_200 * 2 + 150 * 10 + 900 * 0.2) / 1_000_000, 9);
    expect(trace.steps.map(({ step, model, finish, restarts }) => [step, model, finish, restarts])).toEqual([
      [1, SONNET, "tool_calls", 0],
      [2, SONNET, "stop", 0],
    ]);
    expect(trace.steps[0]?.tools).toMatchObject([
      { call_id: "call_s", name: "calculate", outcome: "ok", characters: 2 },
    ]);
    for (const { at, duration_ms, first_token_ms } of trace.steps) {
      expect(Date.parse(at ?? "")).toBeGreaterThan(Date.now() - 60_000);
      expect(first_token_ms).toBeGreaterThanOrEqual(0);
      expect(duration_ms).toBeGreaterThanOrEqual(first_token_ms ?? Number.POSITIVE_INFINITY);
    }
    expect(trace.queued_ms).toBeGreaterThanOrEqual(0);
  });

  test("says who answered instead of whom", async () => {
    await callApi("POST", "/agents", {
      slug: "fallback",
      name: "Fallback",
      instructions: "Answer.",
      models: ["openai/broken", SONNET],
    });
    const said = await chat(tell({ text: ["Here I am."] }), { agent: "fallback", model: undefined });
    const trace = await traceOf(said);
    expect(trace).toMatchObject({ model: SONNET, steps: [{ model: SONNET, finish: "stop" }] });
    expect(trace.notices).toEqual([expect.stringContaining("answers instead")]);
  });

  test("says that a model failed", async () => {
    const failed = await chat(tell({ status: 400 }), { model: SONNET });
    expect(await traceOf(failed)).toMatchObject({
      status: "failed",
      steps: [{ step: 1, finish: "failed", model: SONNET, tools: [] }],
    });
  });

  test("keeps its past while it waits for a person, and through a crash", async () => {
    const ask = call("call_q", "ask_user", { question: "Tea?" });
    const asked = await chat(
      tell(
        { text: ["Hm."], calls: [ask], usage: { input: 10, output: 5 } },
        { text: ["Tea it is."], usage: { input: 20, output: 3 } },
      ),
      { model: SONNET },
    );
    expect(asked.status).toBe("parked");
    const waiting = await traceOf(asked);
    expect(waiting).toMatchObject({
      status: "parked",
      ended_at: null,
      steps: [{ tools: [{ outcome: "waiting" }] }],
    });
    await abortAllDurableObjects();
    await callApi("POST", `/conversations/${asked.conversation_id}/answers`, {
      call_id: "call_q",
      text: "Yes",
    });
    const ended = await soon(async () => {
      const trace = await traceOf(asked);
      expect(trace.status).toBe("completed");
      return trace;
    });
    expect(ended.steps[0]).toMatchObject({
      at: waiting.steps[0]?.at,
      duration_ms: waiting.steps[0]?.duration_ms,
      tools: [{ outcome: "ok" }],
    });
    expect(ended.started_at).toBe(waiting.started_at);
    expect(ended.usage).toMatchObject({ input_tokens: 30, output_tokens: 8 });
  });

  test("counts the recoveries", async () => {
    const { id } = await callApi<{ id: string }>("POST", "/conversations", {});
    const { hold, open } = await shutGate();
    const message = tell({ text: ["Slow."], hold });
    await callApi("POST", `/conversations/${id}/messages`, { text: message, model: SONNET });
    await soon(async () => expect((await turnsOf(id)).items[0]?.status).toBe("running"));
    await abortAllDurableObjects();
    await open();
    await runDurableObjectAlarm(conversationStub(env as unknown as Env, id as ConversationId));
    const turn = await soon(async () => {
      const [found] = (await turnsOf(id)).items;
      expect(found?.status).toBe("completed");
      return found;
    });
    expect(turn?.recoveries).toBe(1);
  });

  test("of no turn is not found", async () => {
    const said = await chat(tell({ text: ["Hi."] }));
    const response = await request("GET", `/conversations/${said.conversation_id}/turns/trn_000000000`);
    expect(response.status).toBe(404);
  });
});

test("the turns of a conversation come newest first, a page at a time", async () => {
  const first = await chat(tell({ text: ["One."] }));
  const { conversation_id } = first;
  const second = await chat(tell({ text: ["Two."] }), { conversation_id });
  const page = await callApi<TurnPage>("GET", `/conversations/${conversation_id}/turns?limit=1`);
  expect(page.items.map(({ id }) => id)).toEqual([second.turn_id]);
  const next = await callApi<TurnPage>(
    "GET",
    `/conversations/${conversation_id}/turns?cursor=${page.next_cursor}`,
  );
  expect(next.items.map(({ id, steps, status }) => [id, steps, status])).toEqual([
    [first.turn_id, 1, "completed"],
  ]);
  expect(next.next_cursor).toBeNull();
});

function turnsOf(id: string): Promise<TurnPage> {
  return callApi<TurnPage>("GET", `/conversations/${id}/turns`);
}
