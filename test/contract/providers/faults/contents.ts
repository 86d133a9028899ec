/** Well-formed events that say strange things. */
import {
  ANTHROPIC_PING,
  ANTHROPIC_STOP,
  anthropicBlock,
  anthropicEnd,
  anthropicFrame,
  anthropicFrames,
  anthropicStart,
  anthropicText,
} from "../../../support/model-wire/anthropic-frames.ts";
import {
  OPENAI_DONE,
  openAiDelta,
  openAiFrame,
  openAiFrames,
} from "../../../support/model-wire/openai-frames.ts";
import { stream } from "../../../support/model-wire/reply.ts";
import {
  responsesFrame,
  responsesFrames,
  responsesText,
} from "../../../support/model-wire/responses-frames.ts";
import type { Fault, Outcome } from "../faults.ts";
import type { WireName } from "../wires.ts";
import { framesOf, WIRES } from "../wires.ts";

const EMPTY: Outcome = { type: "failed", kind: "malformed", text: "", retryable: true };

function said(text: string, reason: "stop" | "other" | "refusal" | "length" = "stop"): Outcome {
  return { type: "finish", reason, text };
}

function failed(kind: Extract<Outcome, { type: "failed" }>["kind"], text: string): Outcome {
  return { type: "failed", kind, text };
}

export function contentFaults(): Fault[] {
  return [
    ...WIRES.flatMap(onAll),
    ...anthropicOnly(),
    ...openAiOnly(),
    ...responsesOnly(),
    ...workersAiOnly(),
  ];
}

function onAll(wire: WireName): Fault[] {
  const big = "x".repeat(1_000_000);
  const many = Array.from({ length: 5_000 }, () => "y");
  return [
    { wire, name: "an empty answer", reply: stream(framesOf(wire, {})), outcome: EMPTY },
    {
      wire,
      name: "an answer of empty pieces",
      reply: stream(framesOf(wire, { text: ["", ""] })),
      outcome: EMPTY,
    },
    {
      wire,
      name: "thinking without an answer",
      reply: stream(framesOf(wire, { reasoning: { text: "Hmm." } })),
      outcome: EMPTY,
    },
    {
      wire,
      name: "thinking that used all the room",
      reply: stream(framesOf(wire, { reasoning: { text: "Hmm." }, stop: "length" })),
      outcome: said("", "length"),
    },
    {
      wire,
      name: "a refusal without a word",
      reply: stream(framesOf(wire, { stop: "refusal" })),
      outcome: said("", "refusal"),
    },
    {
      wire,
      name: "a piece of a million characters",
      reply: stream(framesOf(wire, { text: [big] })),
      outcome: said(big),
    },
    {
      wire,
      name: "five thousand pieces of one character",
      reply: stream([framesOf(wire, { text: many }).join("")]),
      outcome: said(many.join("")),
    },
    {
      wire,
      name: "control characters and quotes",
      reply: stream(framesOf(wire, { text: ['\u0000\u001b[31m"\\'] })),
      outcome: said('\u0000\u001b[31m"\\'),
    },
    {
      wire,
      name: "half a character in each of two pieces",
      reply: stream(framesOf(wire, { text: ["\ud83c", "\udf19"] })),
      outcome: said("🌙"),
    },
    { wire, name: "no usage", reply: stream(framesOf(wire, { text: ["Hi"] })), outcome: said("Hi") },
    {
      wire,
      name: "everything twice, the end too",
      reply: stream([...framesOf(wire, { text: ["Hi"] }), ...framesOf(wire, { text: ["Hi"] })]),
      outcome: said("Hi"),
    },
  ];
}

function anthropicOnly(): Fault[] {
  const wire = "anthropic";
  const frames = anthropicFrames({ text: ["Hi"] });
  const error = (type: string) =>
    anthropicFrame({ type: "error", error: { type, message: "from inside the stream" } });
  const begun = [anthropicStart(), ...anthropicText(0, ["Par"]).slice(0, 2)];
  const rows: [string, string[], Outcome][] = [
    ["overloaded in mid-stream", [...begun, error("overloaded_error")], failed("overloaded", "Par")],
    ["rate limited in mid-stream", [...begun, error("rate_limit_error")], failed("rate_limited", "Par")],
    ["an internal error in mid-stream", [...begun, error("api_error")], failed("server", "Par")],
    [
      "an error of an unknown kind in mid-stream",
      [...begun, error("brand_new_error")],
      failed("server", "Par"),
    ],
    [
      "an error without a word in mid-stream",
      [...begun, anthropicFrame({ type: "error" })],
      failed("server", "Par"),
    ],
    ["an error as the first event", [error("overloaded_error")], failed("overloaded", "")],
    ["pings between all events", frames.flatMap((frame) => [frame, ANTHROPIC_PING]), said("Hi")],
    [
      "events of unknown types",
      frames.flatMap((frame) => [anthropicFrame({ type: "brand_new" }), frame]),
      said("Hi"),
    ],
    [
      "deltas of unknown types",
      [
        anthropicStart(),
        ...anthropicBlock(0, { type: "text", text: "" }, [
          { type: "new_delta" },
          { type: "text_delta", text: "Hi" },
        ]),
        anthropicEnd("stop"),
        ANTHROPIC_STOP,
      ],
      said("Hi"),
    ],
    [
      "blocks of unknown types",
      [
        anthropicStart(),
        ...anthropicBlock(0, { type: "server_tool_use", id: "s", name: "web_search", input: {} }, []),
        ...anthropicText(1, ["Hi"]),
        anthropicEnd("stop"),
        ANTHROPIC_STOP,
      ],
      said("Hi"),
    ],
    [
      "a delta for a block that never began",
      [
        anthropicStart(),
        anthropicFrame({ type: "content_block_delta", index: 9, delta: { type: "text_delta", text: "Hi" } }),
        anthropicEnd("stop"),
        ANTHROPIC_STOP,
      ],
      said("Hi"),
    ],
    ["no start of the message", frames.slice(1), said("Hi")],
    [
      "text in the block's start",
      [
        anthropicStart(),
        ...anthropicBlock(0, { type: "text", text: "Hi" }, []),
        anthropicEnd("stop"),
        ANTHROPIC_STOP,
      ],
      said("Hi"),
    ],
    [
      "an end without its reason first",
      [
        anthropicStart(),
        ...anthropicText(0, ["Hi"]),
        anthropicFrame({ type: "message_delta", delta: { stop_reason: null }, usage: {} }),
        anthropicEnd("stop"),
        ANTHROPIC_STOP,
      ],
      said("Hi"),
    ],
    [
      "an end without any reason",
      [anthropicStart(), ...anthropicText(0, ["Hi"]), ANTHROPIC_STOP],
      failed("cut", "Hi"),
    ],
    [
      "a reason that is new",
      [
        anthropicStart(),
        ...anthropicText(0, ["Hi"]),
        anthropicFrame({ type: "message_delta", delta: { stop_reason: "brand_new" } }),
        ANTHROPIC_STOP,
      ],
      said("Hi", "other"),
    ],
    [
      "a pause of the turn",
      [
        anthropicStart(),
        ...anthropicText(0, ["Hi"]),
        anthropicFrame({ type: "message_delta", delta: { stop_reason: "pause_turn" } }),
        ANTHROPIC_STOP,
      ],
      said("Hi", "other"),
    ],
    [
      "the window full",
      [
        anthropicStart(),
        ...anthropicText(0, ["Hi"]),
        anthropicFrame({ type: "message_delta", delta: { stop_reason: "model_context_window_exceeded" } }),
        ANTHROPIC_STOP,
      ],
      said("Hi", "length"),
    ],
    [
      "usage that is no number",
      [
        anthropicFrame({
          type: "message_start",
          message: { usage: { input_tokens: "many", output_tokens: -4 } },
        }),
        ...anthropicText(0, ["Hi"]),
        anthropicEnd("stop"),
        ANTHROPIC_STOP,
      ],
      said("Hi"),
    ],
    ["text after the end", [...frames.slice(0, -1), ...anthropicText(1, [""]), ANTHROPIC_STOP], said("Hi")],
    ["the terminator of another protocol", [...frames, OPENAI_DONE], said("Hi")],
    [
      "fields that are null",
      [
        anthropicStart(),
        anthropicFrame({ type: "content_block_start", index: 0, content_block: null }),
        ...anthropicText(0, ["Hi"]),
        anthropicEnd("stop"),
        ANTHROPIC_STOP,
      ],
      said("Hi"),
    ],
  ];
  return rows.map(([name, sent, outcome]) => ({ wire, name, reply: stream(sent), outcome }));
}

function openAiOnly(): Fault[] {
  const frames = openAiFrames({ text: ["Hi"] });
  const begun = [openAiDelta({ content: "Par" })];
  const error = (error: unknown) => openAiFrame({ error });
  const done = [openAiDelta({}, "stop"), OPENAI_DONE];
  const rows: [string, string[], Outcome][] = [
    [
      "overloaded in mid-stream",
      [...begun, error({ type: "overloaded", message: "busy" })],
      failed("overloaded", "Par"),
    ],
    [
      "a rate limit in mid-stream",
      [...begun, error({ code: 429, message: "slow down" })],
      failed("rate_limited", "Par"),
    ],
    [
      "a status of 502 in mid-stream",
      [...begun, error({ code: 502, message: "provider error" })],
      failed("server", "Par"),
    ],
    ["an error that is a text in mid-stream", [...begun, error("boom")], failed("server", "Par")],
    [
      "an error event with a name",
      [...begun, 'event: error\ndata: {"message":"boom","code":500}\n\n'],
      failed("server", "Par"),
    ],
    [
      "an error inside the choice",
      [...begun, openAiFrame({ choices: [{ error: { code: 503, message: "gone" } }] })],
      failed("overloaded", "Par"),
    ],
    ["the reason error", [...begun, openAiDelta({}, "error")], failed("server", "Par")],
    [
      "a bad request as the first event",
      [error({ code: 400, message: "unknown parameter" })],
      failed("bad_request", ""),
    ],
    ["no reason, but the terminator", [openAiDelta({ content: "Hi" }), OPENAI_DONE], said("Hi")],
    ["a reason, but no terminator", [openAiDelta({ content: "Hi" }), openAiDelta({}, "stop")], said("Hi")],
    ["the reason in the last piece", [openAiDelta({ content: "Hi" }, "stop"), OPENAI_DONE], said("Hi")],
    [
      "a reason that is new",
      [openAiDelta({ content: "Hi" }), openAiDelta({}, "brand_new"), OPENAI_DONE],
      said("Hi", "other"),
    ],
    [
      "a filter in mid-stream",
      [openAiDelta({ content: "Hi" }), openAiDelta({}, "content_filter"), OPENAI_DONE],
      said("Hi", "refusal"),
    ],
    ["a refusal of its own field", [openAiDelta({ refusal: "No." }), ...done], said("No.", "refusal")],
    [
      "chunks without choices",
      [openAiFrame({ choices: [] }), openAiFrame({ prompt_filter_results: [] }), ...frames],
      said("Hi"),
    ],
    ["choices that are null", [openAiFrame({ choices: null }), ...frames], said("Hi")],
    [
      "a delta that is null",
      [openAiFrame({ choices: [{ index: 0, delta: null, finish_reason: null }] }), ...frames],
      said("Hi"),
    ],
    [
      "a second answer beside the first",
      [openAiFrame({ choices: [{ index: 1, delta: { content: "Other" } }] }), ...frames],
      said("Hi"),
    ],
    [
      "content as a list of parts",
      [openAiDelta({ content: [{ type: "text", text: "Hi" }] }), ...done],
      said("Hi"),
    ],
    [
      "text after the end",
      [...frames.slice(0, -1), openAiDelta({ content: " again" }), OPENAI_DONE],
      said("Hi"),
    ],
    [
      "usage that is no number",
      [openAiFrame({ choices: [], usage: { prompt_tokens: "x", completion_tokens: null } }), ...frames],
      said("Hi"),
    ],
    [
      "a whole message instead of a delta",
      [
        openAiFrame({ choices: [{ index: 0, message: { content: "Hi" }, finish_reason: "stop" }] }),
        OPENAI_DONE,
      ],
      said("Hi"),
    ],
    ["events of another protocol", [ANTHROPIC_PING.replace("event: ping\n", ""), ...frames], said("Hi")],
  ];
  return rows.flatMap(([name, sent, outcome]) =>
    (["openai", "workers-ai"] as const).map((wire) => ({ wire, name, reply: stream(sent), outcome })),
  );
}

function responsesOnly(): Fault[] {
  const frames = responsesFrames({ text: ["Hi"] });
  const begun = responsesText(0, ["Par"]).slice(0, 2);
  const ended = (response: object) => responsesFrame({ type: "response.completed", response });
  const failure = (error: unknown) =>
    responsesFrame({ type: "response.failed", response: { status: "failed", error } });
  const rows: [string, string[], Outcome][] = [
    [
      "a failed response in mid-stream",
      [...begun, failure({ code: "server_error", message: "boom" })],
      failed("server", "Par"),
    ],
    [
      "a rate limit in mid-stream",
      [...begun, failure({ code: "rate_limit_exceeded", message: "slow" })],
      failed("rate_limited", "Par"),
    ],
    ["a failed response that says nothing", [...begun, failure(null)], failed("server", "Par")],
    [
      "an error event in mid-stream",
      [...begun, responsesFrame({ type: "error", code: "server_error", message: "boom" })],
      failed("server", "Par"),
    ],
    [
      "an error event with everything inside",
      [...begun, responsesFrame({ type: "error", error: { type: "overloaded" } })],
      failed("overloaded", "Par"),
    ],
    [
      "events of unknown types",
      frames.flatMap((frame) => [responsesFrame({ type: "response.brand_new" }), frame]),
      said("Hi"),
    ],
    [
      "items of unknown types",
      [
        responsesFrame({ type: "response.output_item.added", output_index: 0, item: { type: "brand_new" } }),
        responsesFrame({ type: "response.output_item.done", output_index: 0, item: null }),
        ...frames,
      ],
      said("Hi"),
    ],
    [
      "a refusal of its own field",
      [responsesFrame({ type: "response.refusal.delta", delta: "No." }), ended({ status: "completed" })],
      said("No.", "refusal"),
    ],
    [
      "an end for a reason that is new",
      [
        ...begun,
        responsesFrame({
          type: "response.incomplete",
          response: { status: "incomplete", incomplete_details: { reason: "steered" } },
        }),
      ],
      said("Par", "other"),
    ],
    ["an end without a response", [...begun, responsesFrame({ type: "response.completed" })], said("Par")],
    [
      "usage that is no number",
      [...begun, ended({ status: "completed", usage: { input_tokens: "x", output_tokens: -1 } })],
      said("Par"),
    ],
    ["a second end", [...frames, ended({ status: "completed" })], said("Hi")],
    ["the terminator of another protocol first", [OPENAI_DONE, ...frames], said("Hi")],
    [
      "text without its item",
      [responsesFrame({ type: "response.output_text.delta", delta: "Hi" }), ended({ status: "completed" })],
      said("Hi"),
    ],
    [
      "a delta that is no text",
      [responsesFrame({ type: "response.output_text.delta", delta: 7 }), ...frames],
      said("Hi"),
    ],
  ];
  return rows.map(([name, sent, outcome]) => ({ wire: "responses", name, reply: stream(sent), outcome }));
}

function workersAiOnly(): Fault[] {
  const wire = "workers-ai";
  const piece = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
  const rows: [string, string[], Outcome][] = [
    [
      "the older form",
      [piece({ response: "H", p: "abc" }), piece({ response: "i" }), OPENAI_DONE],
      said("Hi"),
    ],
    ["the older form, cut", [piece({ response: "H" })], failed("cut", "H")],
    [
      "the older form with numbers as text",
      [piece({ response: "Hi", usage: { prompt_tokens: 1, completion_tokens: 1 } }), OPENAI_DONE],
      said("Hi"),
    ],
    ["the older form without a word", [piece({ response: "" }), OPENAI_DONE], EMPTY],
    [
      "the older form with null",
      [piece({ response: null }), piece({ response: "Hi" }), OPENAI_DONE],
      said("Hi"),
    ],
  ];
  return rows.map(([name, sent, outcome]) => ({ wire, name, reply: stream(sent), outcome }));
}
