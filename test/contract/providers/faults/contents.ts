/** Well-formed events that say strange things, in the words of every wire. */
import { stream } from "../../../support/model-wire/reply.ts";
import type { Fault } from "../faults.ts";
import type { WireName } from "../wires.ts";
import { framesOf, WIRES } from "../wires.ts";
import { anthropicContentFaults } from "./anthropic-contents.ts";
import { openAiContentFaults, workersAiContentFaults } from "./openai-contents.ts";
import { EMPTY, said } from "./outcomes.ts";
import { responsesContentFaults } from "./responses-contents.ts";

export function contentFaults(): Fault[] {
  return [
    ...WIRES.flatMap(onAll),
    ...anthropicContentFaults(),
    ...openAiContentFaults(),
    ...responsesContentFaults(),
    ...workersAiContentFaults(),
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
      outcome: said("", wire === "anthropic" ? "content_filter" : "refusal"),
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
