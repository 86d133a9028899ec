/** Strange things that only Anthropic's wire can say. */
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
import { OPENAI_DONE } from "../../../support/model-wire/openai-frames.ts";
import { stream } from "../../../support/model-wire/reply.ts";
import type { Fault, Outcome } from "../faults.ts";
import { failed, said } from "./outcomes.ts";

export function anthropicContentFaults(): Fault[] {
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
        anthropicEnd({ stop: "stop" }),
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
        anthropicEnd({ stop: "stop" }),
        ANTHROPIC_STOP,
      ],
      said("Hi"),
    ],
    [
      "a delta for a block that never began",
      [
        anthropicStart(),
        anthropicFrame({ type: "content_block_delta", index: 9, delta: { type: "text_delta", text: "Hi" } }),
        anthropicEnd({ stop: "stop" }),
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
        anthropicEnd({ stop: "stop" }),
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
        anthropicEnd({ stop: "stop" }),
        ANTHROPIC_STOP,
      ],
      said("Hi"),
    ],
    [
      "an end without any reason",
      [anthropicStart(), ...anthropicText(0, ["Hi"]), ANTHROPIC_STOP],
      said("Hi"),
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
        anthropicEnd({ stop: "stop" }),
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
        anthropicEnd({ stop: "stop" }),
        ANTHROPIC_STOP,
      ],
      said("Hi"),
    ],
  ];
  return rows.map(([name, sent, outcome]) => ({ wire, name, reply: stream(sent), outcome }));
}
