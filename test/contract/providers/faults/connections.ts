/** Silence and broken connections, at every place of an answer. */
import type { ScriptedAnswer } from "../../../support/model-wire/answer.ts";
import { call } from "../../../support/model-wire/answer.ts";
import { CUT, HANG, REFUSED, stream } from "../../../support/model-wire/reply.ts";
import type { Fault, Outcome } from "../faults.ts";
import type { WireName } from "../wires.ts";
import { framesOf, WIRES } from "../wires.ts";

const TEXT: ScriptedAnswer = { text: ["One ", "two ", "three."], usage: { input: 3, output: 3 } };
const CALL: ScriptedAnswer = {
  text: ["Looking. "],
  calls: [
    { id: "call_a", name: "weather", pieces: ['{"city":', '"Oslo"}'] },
    call("call_b", "weather", { city: "Rome" }),
  ],
};

export function connectionFaults(): Fault[] {
  return [
    ...WIRES.flatMap(silences),
    ...WIRES.flatMap((wire) => [...cuts(wire, "a text", TEXT), ...cuts(wire, "tool calls", CALL)]),
  ];
}

function silences(wire: WireName): Fault[] {
  const frames = framesOf(wire, TEXT);
  const head = { headers: { "content-type": "text/event-stream" } };
  const timeout: Outcome = { type: "failed", kind: "timeout", retryable: true };
  return [
    { wire, silent: true, name: "no answer at all", reply: { steps: [HANG] }, outcome: timeout },
    {
      wire,
      silent: true,
      name: "headers, then silence",
      reply: { ...head, steps: [HANG] },
      outcome: timeout,
    },
    {
      wire,
      silent: true,
      name: "silence in the middle",
      reply: stream(frames.slice(0, 3), HANG),
      outcome: timeout,
    },
    {
      wire,
      name: "a connection that stays open after the end",
      reply: stream(frames, HANG),
      outcome: { type: "finish", reason: "stop", text: "One two three." },
    },
    {
      wire,
      name: "a connection that is refused",
      reply: REFUSED,
      outcome: { type: "failed", kind: wire === "workers-ai" ? "server" : "cut", text: "", retryable: true },
    },
  ];
}

/** After each frame, once with a destroyed connection and once with a clean end. */
function cuts(wire: WireName, what: string, answer: ScriptedAnswer): Fault[] {
  const frames = framesOf(wire, answer);
  const end = frames.findIndex((frame) =>
    /"stop_reason":"|"finish_reason":"|"type":"response.completed"/.test(frame),
  );
  return frames.slice(0, -1).flatMap((_, index): Fault[] => {
    const outcome = index < end ? cutOutcome() : wholeOutcome(answer);
    const sent = frames.slice(0, index + 1);
    return [
      {
        wire,
        name: `${what}, cut after frame ${index + 1} of ${frames.length}`,
        reply: stream(sent, CUT),
        outcome,
      },
      {
        wire,
        name: `${what}, ended after frame ${index + 1} of ${frames.length}`,
        reply: stream(sent),
        outcome: index < end ? endedOutcome(answer, sent) : outcome,
      },
    ];
  });
}

function cutOutcome(): Outcome {
  return { type: "failed", kind: "cut", retryable: true };
}

/** Words without an end are kept; a call that has begun is not. */
function endedOutcome({ text = [] }: ScriptedAnswer, sent: readonly string[]): Outcome {
  const said = text.filter((words) =>
    sent.some((frame) => frame.includes(JSON.stringify(words).slice(1, -1))),
  );
  const hasCall = sent.some((frame) => /tool_use|tool_calls|function_call/.test(frame));
  return said.length > 0 && !hasCall
    ? { type: "finish", reason: "other", text: said.join("") }
    : cutOutcome();
}

/** The model had said that it was done: nothing is missing but bookkeeping. */
function wholeOutcome({ text = [], calls }: ScriptedAnswer): Outcome {
  if (!calls) return { type: "finish", reason: "stop", text: text.join("") };
  const inputs = calls.map(({ pieces }) => ({ ok: true as const, value: JSON.parse(pieces.join("")) }));
  return { type: "finish", reason: "tool_calls", text: text.join(""), inputs };
}
