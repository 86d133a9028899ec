/** Traces, as a collector receives them over HTTP. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { MessageId } from "../../../../src/domain/ids.ts";
import type { Message } from "../../../../src/domain/message.ts";
import { parseHeaders } from "../../../../src/observability/otel/export-spans.ts";
import { parseTraceparent } from "../../../../src/observability/otel/trace-context.ts";
import { TraceExporter } from "../../../../src/observability/otel/trace-exporter.ts";
import type { ReportedTurn } from "../../../../src/observability/reported-turn.ts";
import { body, type Reply } from "../../../support/model-wire/reply.ts";
import { startWireServer, type WireServer } from "../../../support/model-wire/wire-server.ts";
import { collected, spansIn } from "../../../support/otel/collector.ts";

const AT = 1_764_000_000_000;
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const [ASKED, ANSWER] = ["msg_asked" as MessageId, "msg_answer" as MessageId];
const USAGE = { input_tokens: 10, output_tokens: 5, cache_read_tokens: 100, cache_write_tokens: 3 };

const TURN: ReportedTurn = {
  conversation: "cnv_1",
  turn: "trn_1",
  status: "completed",
  agent: "scholar",
  duration_ms: 1_500,
  channel: "web",
  queued_at: AT - 20,
  ended_at: AT + 1_500,
  asked: [ASKED],
  answer: ANSWER,
  trace: {
    started_at: AT,
    recoveries: 0,
    recalled: 0,
    notices: [],
    steps: [
      {
        ...{ step: 1, at: AT, first_token_ms: 300, duration_ms: 700, restarts: 0 },
        ...{ model: "google/gemini-3", finish: "tool_use", usage: USAGE, cost_usd: 0.25 },
        tools: [
          ...[{ call_id: "call_1", name: "search_web", outcome: "error" as const, at: AT + 700 }].map(
            (tool) => ({
              ...tool,
              duration_ms: 90,
              characters: 12,
            }),
          ),
        ],
      },
    ],
  },
};

let server: WireServer;
let answer: (reply: Reply) => Reply;
let lost: [number, string][];

beforeEach(async () => {
  lost = [];
  answer = (reply) => reply;
  server = await startWireServer((request) => answer(collected(request)));
});
afterEach(() => server.close());

function exporter(more: { ratio?: number; hasContent?: boolean } = {}): TraceExporter {
  const headers = parseHeaders("X-Api-Key=a%20b, tenant=one");
  return new TraceExporter({
    collector: { endpoint: server.url, headers, service: "nightjar", version: "1.2.3" },
    ratio: 1,
    hasContent: false,
    fetch: (url, init) => fetch(url, init),
    onLost: (spans, reason) => void lost.push([spans, reason]),
    ...more,
  });
}

const received = () => spansIn(server.requests.map(({ body: sent }) => sent));

test("a turn is a span of its agent with its model calls and tool calls below it", async () => {
  await exporter().turns([TURN], []);
  expect(lost).toEqual([]);
  expect(server.requests[0]).toMatchObject({
    path: "/v1/traces",
    headers: { "x-api-key": "a b", tenant: "one" },
  });
  const [agent, step, tool] = received();
  expect(agent).toMatchObject({
    name: "invoke_agent scholar",
    kind: 1,
    startTimeUnixNano: `${AT}000000`,
    endTimeUnixNano: `${AT + 1_500}000000`,
    status: {},
    plain: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "scholar",
      "gen_ai.conversation.id": "cnv_1",
      "gen_ai.usage.input_tokens": "113",
      "nightjar.queued_ms": "20",
      "nightjar.cost_usd": 0.25,
    },
  });
  expect(agent).not.toHaveProperty("parentSpanId");
  expect(step).toMatchObject({
    name: "chat gemini-3",
    kind: 3,
    traceId: agent?.traceId,
    parentSpanId: agent?.spanId,
    plain: {
      "gen_ai.provider.name": "gcp.gemini",
      "gen_ai.request.model": "gemini-3",
      "gen_ai.usage.cache_read.input_tokens": "100",
      "gen_ai.response.time_to_first_chunk": 0.3,
    },
  });
  expect(tool).toMatchObject({
    name: "execute_tool search_web",
    parentSpanId: agent?.spanId,
    startTimeUnixNano: `${AT + 700}000000`,
    status: { code: 2 },
    plain: { "gen_ai.tool.call.id": "call_1", "error.type": "error" },
  });
});

test("a turn that is exported twice makes the same spans", async () => {
  await exporter().turns([TURN], []);
  await exporter().turns([TURN], []);
  const ids = received().map(({ spanId }) => spanId);
  expect(new Set(ids).size).toBe(3);
  expect(ids).toHaveLength(6);
});

test("a caller's trace goes on, and its sampling decides", async () => {
  const turn = (flags: string) => ({ ...TURN, traceparent: `00-${TRACE}-${CALLER}-${flags}` });
  await exporter({ ratio: 1 }).turns([turn("00")], []);
  expect(received()).toEqual([]);
  await exporter({ ratio: 0 }).turns([turn("01")], []);
  expect(received()[0]).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
});

test("a header that is no traceparent begins a trace of its own", () => {
  for (const header of [
    undefined,
    "",
    `ff-${TRACE}-${CALLER}-01`,
    `00-${"0".repeat(32)}-${CALLER}-01`,
    "00-1-2-01",
  ])
    expect(parseTraceparent(header)).toBeUndefined();
});

test("a share of the traces is exported", async () => {
  const turns = Array.from({ length: 200 }, (_, index) => ({ ...TURN, turn: `trn_${index}` }));
  await exporter({ ratio: 0.25 }).turns(turns, []);
  const traces = new Set(received().map(({ traceId }) => traceId)).size;
  expect(traces).toBeGreaterThan(25);
  expect(traces).toBeLessThan(75);
});

test("words are exported only where a setting says so", async () => {
  const said: Message[] = [
    { ...message(ASKED, "user"), parts: [{ type: "text", text: "Tea?" }] },
    { ...message(ANSWER, "assistant"), parts: [{ type: "text", text: "Tea." }] },
  ];
  await exporter().turns([TURN], said);
  expect(JSON.stringify(server.requests)).not.toContain("Tea");
  await exporter({ hasContent: true }).turns([TURN], said);
  const plain = received()[3]?.plain ?? {};
  expect(JSON.parse(String(plain["gen_ai.input.messages"]))).toEqual([
    { role: "user", parts: [{ type: "text", content: "Tea?" }] },
  ]);
  expect(JSON.parse(String(plain["gen_ai.output.messages"]))).toEqual([
    { role: "assistant", parts: [{ type: "text", content: "Tea." }], finish_reason: "tool_use" },
  ]);
});

function message(id: MessageId, role: "user" | "assistant") {
  return { id, role, parent_id: null, status: "complete" as const, created_at: new Date(AT).toISOString() };
}

test("an attempt of a job is a span, a failed one with its result", async () => {
  const run = { id: "job_1", kind: "memory.extract", attempt: 2, started_at: AT, ended_at: AT + 40 };
  await exporter().jobs([{ ...run, result: "retrying" }]);
  expect(received()[0]).toMatchObject({
    name: "job memory.extract",
    status: { code: 2 },
    plain: { "nightjar.job.attempt": "2", "nightjar.job.result": "retrying" },
  });
});

test("what a collector refuses, rejects in part or is away for is counted as lost", async () => {
  answer = () => body(503, "busy");
  await exporter().turns([TURN], []);
  answer = () =>
    body(200, JSON.stringify({ partialSuccess: { rejectedSpans: "2", errorMessage: "too old" } }));
  await exporter().turns([TURN], []);
  await server.close();
  await exporter().turns([TURN], []);
  expect(lost).toEqual([
    [3, "The collector answered with 503."],
    [2, "too old"],
    [3, expect.any(String)],
  ]);
  server = await startWireServer((request) => collected(request));
});
