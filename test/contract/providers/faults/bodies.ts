/** 200, but the body is not the stream that was asked for. */
import type { Reply } from "../../../support/model-wire/reply.ts";
import { body, stream, write } from "../../../support/model-wire/reply.ts";
import type { Fault, Outcome } from "../faults.ts";
import type { WireName } from "../wires.ts";
import { framesOf, WIRES } from "../wires.ts";

const MALFORMED: Outcome = { type: "failed", kind: "malformed", text: "", retryable: true };

const HTML = "<html><body>Please sign in to the hotel's network</body></html>";

function html(text: string): Reply {
  return { status: 200, headers: { "content-type": "text/html" }, steps: [write(text)] };
}

const WHOLE: { [wire in WireName]: string } = {
  anthropic: JSON.stringify({
    type: "message",
    role: "assistant",
    content: [{ type: "text", text: "All at once." }],
    stop_reason: "end_turn",
    usage: { input_tokens: 4, output_tokens: 3 },
  }),
  openai: JSON.stringify({
    choices: [{ index: 0, message: { role: "assistant", content: "All at once." }, finish_reason: "stop" }],
    usage: { prompt_tokens: 4, completion_tokens: 3 },
  }),
  responses: JSON.stringify({
    object: "response",
    status: "completed",
    output: [
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "All at once." }] },
    ],
    usage: { input_tokens: 4, output_tokens: 3 },
  }),
  "workers-ai": JSON.stringify({
    response: "All at once.",
    usage: { prompt_tokens: 4, completion_tokens: 3 },
  }),
};

export function bodyFaults(): Fault[] {
  return WIRES.flatMap((wire): Fault[] => [
    { wire, name: "a web page of a captive portal", reply: html(HTML), outcome: MALFORMED },
    { wire, name: "an event stream without a single event", reply: stream([]), outcome: MALFORMED },
    {
      wire,
      name: "comments and nothing else",
      reply: stream([": hello\n\n", ": bye\n\n"]),
      outcome: MALFORMED,
    },
    { wire, name: "JSON without an answer", reply: body(200, "{}"), outcome: MALFORMED },
    { wire, name: "JSON that says null", reply: body(200, "null"), outcome: MALFORMED },
    ...(wire === "workers-ai"
      ? []
      : [
          { wire, name: "JSON that is cut", reply: body(200, '{"choices":[{"mess'), outcome: MALFORMED },
          { wire, name: "an empty body that calls itself JSON", reply: body(200, ""), outcome: MALFORMED },
        ]),
    {
      wire,
      name: "an error as JSON, with status 200",
      reply: body(
        200,
        JSON.stringify({ error: { type: "overloaded_error", code: "overloaded", message: "busy" } }),
      ),
      outcome: { type: "failed", kind: "overloaded", text: "" },
    },
    {
      wire,
      name: "the whole answer as JSON, though a stream was asked for",
      reply: body(200, WHOLE[wire]),
      outcome: { type: "finish", reason: "stop", text: "All at once." },
    },
    {
      wire,
      name: "a stream that is labelled as plain text",
      reply: {
        headers: { "content-type": "text/plain" },
        steps: framesOf(wire, { text: ["Fine."] }).map(write),
      },
      outcome: { type: "finish", reason: "stop", text: "Fine." },
    },
    ...(wire === "workers-ai"
      ? []
      : [
          {
            wire,
            name: "204, no content",
            reply: { status: 204, headers: {}, steps: [] },
            outcome: MALFORMED,
          },
        ]),
    {
      wire,
      name: "a body that is not compressed as it says",
      reply: {
        headers: { "content-type": "text/event-stream", "content-encoding": "gzip" },
        steps: framesOf(wire, { text: ["Fine."] }).map(write),
      },
      outcome: { type: "failed", kind: "cut", text: "", retryable: true },
    },
  ]);
}
