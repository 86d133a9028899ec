/** Tool calls that are not what they should be. None may run on arguments that are cut or malformed. */
import type { ToolInput } from "../../../../src/agent/ports/model.ts";
import type { ScriptedAnswer } from "../../../support/model-wire/answer.ts";
import {
  ANTHROPIC_STOP,
  anthropicBlock,
  anthropicEnd,
  anthropicFrame,
  anthropicStart,
} from "../../../support/model-wire/anthropic-frames.ts";
import { OPENAI_DONE, openAiDelta, openAiFrame } from "../../../support/model-wire/openai-frames.ts";
import { stream } from "../../../support/model-wire/reply.ts";
import { responsesCall, responsesEnd, responsesFrame } from "../../../support/model-wire/responses-frames.ts";
import type { Fault, Outcome } from "../faults.ts";
import type { WireName } from "../wires.ts";
import { framesOf, WIRES } from "../wires.ts";

function calls(...inputs: ToolInput[]): Outcome {
  return { type: "finish", reason: "tool_calls", inputs };
}

const whole = (value: unknown): ToolInput => ({ ok: true, value });
const broken = (text: string): ToolInput => ({ ok: false, text });

function withArguments(...pieces: string[]): ScriptedAnswer {
  return { calls: [{ id: "call_a", name: "weather", pieces }] };
}

export function toolFaults(): Fault[] {
  return [
    ...WIRES.flatMap(onAll),
    ...anthropicOnly(),
    ...openAiOnly(),
    ...responsesOnly(),
    ...workersAiOnly(),
  ];
}

function onAll(wire: WireName): Fault[] {
  const rows: [string, ScriptedAnswer, Outcome][] = [
    ["arguments with a bare word", withArguments('{"city": Oslo}'), calls(broken('{"city": Oslo}'))],
    ["arguments with a comma too many", withArguments('{"city":"Oslo",}'), calls(whole({ city: "Oslo" }))],
    [
      "arguments with a tail",
      withArguments('{"city":"Oslo"} and more'),
      calls(broken('{"city":"Oslo"} and more')),
    ],
    ["two objects as arguments", withArguments('{"a":1}{"a":2}'), calls(broken('{"a":1}{"a":2}'))],
    ["a list as arguments", withArguments("[1]"), calls(broken("[1]"))],
    ["a text as arguments", withArguments('"Oslo"'), calls(broken('"Oslo"'))],
    ["null as arguments", withArguments("null"), calls(broken("null"))],
    ["blanks as arguments", withArguments("  "), calls(whole({}))],
    ["arguments in a fence", withArguments('```json\n{"city":"Oslo"}\n```'), calls(whole({ city: "Oslo" }))],
    [
      "a key that names the prototype",
      withArguments('{"__proto__":{"admin":true}}'),
      calls(whole(JSON.parse('{"__proto__":{"admin":true}}'))),
    ],
    [
      "arguments in pieces of one character",
      withArguments(...'{"city":"Øslo"}'),
      calls(whole({ city: "Øslo" })),
    ],
    [
      "arguments cut by the length limit",
      { ...withArguments('{"city":"Os'), stop: "length" },
      calls(broken('{"city":"Os')),
    ],
    [
      "a call cut by the length limit before its arguments",
      { ...withArguments(), stop: "length" },
      calls(broken("")),
    ],
    [
      "a whole call and one cut by the length limit",
      {
        calls: [
          ...(withArguments('{"city":"Oslo"}').calls ?? []),
          { id: "call_b", name: "weather", pieces: ['{"ci'] },
        ],
        stop: "length",
      },
      calls(whole({ city: "Oslo" }), broken('{"ci')),
    ],
    [
      "a call, though the reason is stop",
      { ...withArguments('{"city":"Oslo"}'), stop: "stop" },
      calls(whole({ city: "Oslo" })),
    ],
    [
      "a call in a refusal",
      { ...withArguments('{"city":"Oslo"}'), stop: "refusal" },
      { type: "finish", reason: wire === "anthropic" ? "content_filter" : "refusal", inputs: [] },
    ],
    [
      "the reason tool_calls without a call",
      { text: ["Hi"], stop: "tool_calls" },
      { type: "finish", reason: "stop", text: "Hi", inputs: [] },
    ],
    [
      "a call without a name",
      { calls: [{ id: "call_a", name: "", pieces: ["{}"] }] },
      { type: "failed", kind: "malformed" },
    ],
    ["a call without an id", { calls: [{ id: "", name: "weather", pieces: ["{}"] }] }, calls(whole({}))],
  ];
  return rows.map(([name, answer, outcome]) => ({
    wire,
    name,
    reply: stream(framesOf(wire, answer)),
    outcome,
  }));
}

function anthropicOnly(): Fault[] {
  const wire = "anthropic";
  const use = { type: "tool_use", id: "toolu_1", name: "weather", input: {} };
  const end = [anthropicEnd({ stop: "tool_calls" }), ANTHROPIC_STOP];
  const unclosed = anthropicBlock(0, use, [{ type: "input_json_delta", partial_json: '{"city":"Os' }]).slice(
    0,
    2,
  );
  const rows: [string, string[], Outcome][] = [
    ["a call that was never closed", [anthropicStart(), ...unclosed, ...end], calls(broken('{"city":"Os'))],
    [
      "a call that was never closed, without arguments",
      [anthropicStart(), ...unclosed.slice(0, 1), ...end],
      calls(broken("")),
    ],
    [
      "arguments in the block's start",
      [anthropicStart(), ...anthropicBlock(0, { ...use, input: { city: "Oslo" } }, []), ...end],
      calls(whole({ city: "Oslo" })),
    ],
    [
      "arguments for a block that is text",
      [
        anthropicStart(),
        ...anthropicBlock(0, { type: "text", text: "Hi" }, [{ type: "input_json_delta", partial_json: "{" }]),
        ...end,
      ],
      { type: "finish", reason: "stop", text: "Hi", inputs: [] },
    ],
    [
      "an error after a whole call",
      [
        anthropicStart(),
        ...anthropicBlock(0, use, []),
        anthropicFrame({ type: "error", error: { type: "overloaded_error" } }),
      ],
      { type: "failed", kind: "overloaded" },
    ],
  ];
  return rows.map(([name, sent, outcome]) => ({ wire, name, reply: stream(sent), outcome }));
}

function openAiOnly(): Fault[] {
  const piece = (...tool_calls: object[]) => openAiDelta({ tool_calls });
  const end = [openAiDelta({}, "tool_calls"), OPENAI_DONE];
  const named = (name: string, text: string | object) => ({ function: { name, arguments: text } });
  const rows: [string, string[], Outcome][] = [
    [
      "calls without an index",
      [
        piece({ id: "a", ...named("weather", '{"n":1}') }, { id: "b", ...named("weather", '{"n":2}') }),
        ...end,
      ],
      calls(whole({ n: 1 }), whole({ n: 2 })),
    ],
    [
      "pieces without an index",
      [piece({ id: "a", ...named("weather", "") }), piece({ function: { arguments: '{"n":1}' } }), ...end],
      calls(whole({ n: 1 })),
    ],
    [
      "two calls with one index",
      [
        piece({ index: 0, id: "a", ...named("weather", '{"n":1}') }),
        piece({ index: 0, id: "b", ...named("weather", '{"n":2}') }),
        ...end,
      ],
      calls(whole({ n: 1 }), whole({ n: 2 })),
    ],
    [
      "the id again in each piece",
      [
        piece({ index: 0, id: "a", ...named("weather", '{"n"') }),
        piece({ index: 0, id: "a", function: { arguments: ":1}" } }),
        ...end,
      ],
      calls(whole({ n: 1 })),
    ],
    [
      "pieces of two calls in turns",
      [
        piece({ index: 0, id: "a", ...named("weather", '{"n":') }),
        piece({ index: 1, id: "b", ...named("weather", '{"n":') }),
        piece({ index: 0, function: { arguments: "1}" } }),
        piece({ index: 1, function: { arguments: "2}" } }),
        ...end,
      ],
      calls(whole({ n: 1 }), whole({ n: 2 })),
    ],
    [
      "an object as arguments",
      [piece({ index: 0, id: "a", ...named("weather", { n: 1 }) }), ...end],
      calls(whole({ n: 1 })),
    ],
    [
      "arguments that are null",
      [piece({ index: 0, id: "a", function: { name: "weather", arguments: null } }), ...end],
      calls(whole({})),
    ],
    [
      "calls that are null",
      [openAiDelta({ content: "Hi", tool_calls: null }), openAiDelta({}, "stop"), OPENAI_DONE],
      { type: "finish", reason: "stop", text: "Hi", inputs: [] },
    ],
    [
      "a call in a whole message",
      [
        openAiFrame({
          choices: [
            {
              message: { content: null, tool_calls: [{ id: "a", ...named("weather", '{"n":1}') }] },
              finish_reason: "tool_calls",
            },
          ],
        }),
        OPENAI_DONE,
      ],
      calls(whole({ n: 1 })),
    ],
    [
      "an error after a whole call",
      [piece({ index: 0, id: "a", ...named("weather", "{}") }), openAiFrame({ error: { code: 503 } })],
      { type: "failed", kind: "overloaded" },
    ],
  ];
  return rows.flatMap(([name, sent, outcome]) =>
    (["openai", "workers-ai"] as const).map((wire) => ({ wire, name, reply: stream(sent), outcome })),
  );
}

function responsesOnly(): Fault[] {
  const whatever = { id: "call_a", name: "weather", pieces: ['{"city":"Os', 'lo"}'] };
  const framesOfCall = responsesCall(0, whatever);
  const end = responsesEnd("tool_calls");
  const rows: [string, string[], Outcome][] = [
    ["a call that was never closed", [...framesOfCall.slice(0, 2), end], calls(broken('{"city":"Os'))],
    [
      "a call that was never closed, without arguments",
      [...framesOfCall.slice(0, 1), end],
      calls(broken("")),
    ],
    ["a call that comes only whole", [...framesOfCall.slice(-1), end], calls(whole({ city: "Oslo" }))],
    [
      "a call that says that it is incomplete",
      [...responsesCall(0, { ...whatever, pieces: [] }, "incomplete"), end],
      calls(broken("")),
    ],
    [
      "pieces for a call that never began",
      [
        responsesFrame({ type: "response.function_call_arguments.delta", output_index: 9, delta: "{" }),
        ...framesOfCall,
        end,
      ],
      calls(whole({ city: "Oslo" })),
    ],
    ["two calls in turns", interleaved(end), calls(whole({ n: 1 }), whole({ n: 2 }))],
    [
      "an error after a whole call",
      [...framesOfCall, responsesFrame({ type: "error", code: "server_error", message: "" })],
      { type: "failed", kind: "server" },
    ],
  ];
  return rows.map(([name, sent, outcome]) => ({ wire: "responses", name, reply: stream(sent), outcome }));
}

function interleaved(end: string): string[] {
  const first = responsesCall(0, { id: "a", name: "weather", pieces: ['{"n":1}'] });
  const second = responsesCall(1, { id: "b", name: "weather", pieces: ['{"n":2}'] });
  return [...first.flatMap((frame, index) => [frame, second[index] ?? ""]), end];
}

function workersAiOnly(): Fault[] {
  const older = (value: object) => [`data: ${JSON.stringify(value)}\n\n`, OPENAI_DONE];
  const rows: [string, string[], Outcome][] = [
    [
      "calls in the older form",
      older({
        response: null,
        tool_calls: [
          { name: "weather", arguments: { n: 1 } },
          { name: "weather", arguments: { n: 2 } },
        ],
      }),
      calls(whole({ n: 1 }), whole({ n: 2 })),
    ],
    [
      "malformed arguments in the older form",
      older({ tool_calls: [{ name: "weather", arguments: "{oops" }] }),
      calls(broken("{oops")),
    ],
  ];
  return rows.map(([name, sent, outcome]) => ({ wire: "workers-ai", name, reply: stream(sent), outcome }));
}
