/** Strange things that only the Responses wire can say. */
import { OPENAI_DONE } from "../../../support/model-wire/openai-frames.ts";
import { stream } from "../../../support/model-wire/reply.ts";
import {
  responsesFrame,
  responsesFrames,
  responsesText,
} from "../../../support/model-wire/responses-frames.ts";
import type { Fault, Outcome } from "../faults.ts";
import { failed, said } from "./outcomes.ts";

export function responsesContentFaults(): Fault[] {
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
