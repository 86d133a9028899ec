import { expect, test } from "vitest";
import type { StepTrace, TurnTrace } from "../../../../web/api/conversations/turns.ts";
import { factsOf, linesOf } from "../../../../web/chat/answer/trace/trace-words.ts";

const USAGE = { input_tokens: 1, output_tokens: 1, cache_read_tokens: 0, cache_write_tokens: 0 };

function step(over: Partial<StepTrace> = {}): StepTrace {
  const nothing = { at: null, first_token_ms: null, duration_ms: null, restarts: 0, tools: [] };
  return { step: 1, model: "acme/one", finish: "stop", usage: USAGE, cost_usd: 0.02, ...nothing, ...over };
}

function turn(over: Partial<TurnTrace> = {}): TurnTrace {
  const ids = { id: "trn_1", trigger_message_id: "msg_1", message_id: "msg_2" };
  const at = "2026-11-23T10:00:00.000Z";
  const times = { created_at: at, started_at: at, ended_at: at, queued_ms: 0, duration_ms: 1_200 };
  const told = { reason: null, recalled: 1, recoveries: 0, notices: [], deliveries: [], is_lasting: false };
  const of = { agent: "owl", model: "acme/one", channel: "web", usage: USAGE, cost_usd: 0.02 };
  return { ...ids, status: "completed", ...of, ...times, ...told, steps: [step()], ...over };
}

const lineOf = (name: string, over: Partial<TurnTrace>) => new Map(linesOf(turn(over), "Owl")).get(name);

test("a step whose cost the provider has told says so, and one that was counted here does not", () => {
  expect(factsOf(step({ cost_by: "provider" }))).toContain("$0.02 as billed");
  expect(factsOf(step())).toContain("$0.02");
  expect(factsOf(step())).not.toContain("billed");
  expect(factsOf(step({ cost_usd: null }))).not.toContain("$");
});

test("the sum says whether all of it, part of it or none of it is the provider's own figure", () => {
  const billed = step({ cost_by: "provider" });
  expect(lineOf("Cost", { steps: [billed, billed] })).toBe("$0.02, as billed by the provider");
  expect(lineOf("Cost", { steps: [billed, step()] })).toBe("$0.02, partly as billed by the provider");
  expect(lineOf("Cost", {})).toBe("$0.02");
  expect(lineOf("Cost", { cost_usd: null })).toBe("Not known");
});

test("one thing is one thing, and a step says how its call ended where that matters", () => {
  expect(lineOf("Remembered", {})).toBe("1 thing");
  expect(lineOf("Output", {})).toBe("1 token");
  expect(lineOf("Output", { usage: { ...USAGE, output_tokens: 1_200 } })).toBe("1.2k tokens");
  expect(factsOf(step({ finish: "content_filter" }))).toContain("stopped by a filter of the provider");
  expect(factsOf(step({ finish: "stop" }))).not.toContain("stop");
});

test("a stopped turn is stopped once, and a failed one says why", () => {
  expect(lineOf("Status", { status: "halted", reason: "Stopped." })).toBe("Stopped");
  expect(lineOf("Status", { status: "failed", reason: "The model refused to answer." })).toBe(
    "Failed: The model refused to answer.",
  );
});
