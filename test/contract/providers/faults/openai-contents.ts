/** Strange things that only the chat completions wire, and Workers AI's older form, can say. */
import { ANTHROPIC_PING } from "../../../support/model-wire/anthropic-frames.ts";
import {
  OPENAI_DONE,
  openAiDelta,
  openAiFrame,
  openAiFrames,
} from "../../../support/model-wire/openai-frames.ts";
import { stream } from "../../../support/model-wire/reply.ts";
import type { Fault, Outcome } from "../faults.ts";
import { EMPTY, failed, said } from "./outcomes.ts";

export function openAiContentFaults(): Fault[] {
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
      said("Hi", "content_filter"),
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
      said("Hi again"),
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

export function workersAiContentFaults(): Fault[] {
  const wire = "workers-ai";
  const piece = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
  const rows: [string, string[], Outcome][] = [
    [
      "the older form",
      [piece({ response: "H", p: "abc" }), piece({ response: "i" }), OPENAI_DONE],
      said("Hi"),
    ],
    ["the older form, cut", [piece({ response: "H" })], said("H", "other")],
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
