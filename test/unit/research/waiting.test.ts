/** A plan that waits, told in a chat. */
import { expect, test } from "vitest";
import { waitingWords } from "../../../src/research/plan/waiting.ts";
import type { RunView } from "../../../src/research/run.ts";

const step = { places: [], by: "model" as const, cost_usd: 0, sources: 0, notes: 0 };
const VIEW: RunView = {
  phase: "plan",
  state: "waiting",
  plan: [
    { ...step, id: "p1", question: "Where do they\nwinter?", state: "struck" },
    { ...step, id: "p2", question: "What do they\neat?", state: "open" },
  ],
  sources: [],
  notes: [],
  contradictions: [],
  spend: { ceiling_usd: 2, spent_usd: 0, reserved_usd: 0, planned_usd: 3 },
  ended_by: [],
};

test("the steps have the numbers that /plan takes, and the cost is what it may be at most", () => {
  const text = waitingWords("What is known of the nightjar?", VIEW);
  expect(text).toContain("It may cost up to $2.00:\n\n1. What do they eat?\n\n`/plan go` starts it.");
  expect(waitingWords("Was weiß man über die Ernährung der Nachtschwalbe?", VIEW)).toContain(
    "Das ist mein Plan",
  );
});

test("a question is asked alone", () => {
  const text = waitingWords("What is known of the nightjar?", { ...VIEW, clarification: "Which one?" });
  expect(text).toBe(
    "One question before I begin the research: Which one?\n\nAnswer with `/plan go` and your words, or skip it with `/plan go`.",
  );
});
