import { expect, test } from "vitest";
import { detailsOf, factsOf } from "../../../../web/chat/answer/answer-facts.ts";
import type { Entry, WatchedAnswer } from "../../../../web/thread/thread.ts";
import { message } from "../builders.ts";

const USAGE = { input_tokens: 1_200, output_tokens: 80, cache_read_tokens: 300, cache_write_tokens: 0 };
const NOTHING = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };

type Over = Parameters<typeof message>[3];

function entry(over: Over, watched: Entry["watched"] = null): Pick<Entry, "message" | "watched"> {
  return { message: message("msg_a", "assistant", "Tea.", over), watched };
}

test("an answer that nobody here has watched names its model, how long it took, tokens and cost", () => {
  const stored = entry({ model: "acme/two", duration_ms: 2_300, usage: USAGE, cost_usd: 0.02 });
  expect(factsOf(stored)).toEqual(["two", "2.3 s", "1.5k in, 80 out", "$0.02"]);
});

test("the model that answered goes before the one that was to", () => {
  const watched: WatchedAnswer = { turn_id: "trn_1", model: "acme/one", recalled: [], segments: [] };
  expect(factsOf(entry({ model: "acme/two" }, watched))).toEqual(["two"]);
  expect(factsOf(entry({}, watched))).toEqual(["one"]);
});

test("a stopped and a failed answer say so, and what they did use", () => {
  const used = { model: "acme/two", duration_ms: 900, usage: USAGE };
  expect(factsOf(entry({ ...used, status: "halted" }))).toEqual([
    "stopped",
    "two",
    "900 ms",
    "1.5k in, 80 out",
  ]);
  expect(factsOf(entry({ ...used, status: "failed" }))[0]).toBe("failed");
});

test("nothing is no number: neither tokens that were not used, nor a price that is not known", () => {
  expect(factsOf(entry({ model: "acme/two", usage: NOTHING, cost_usd: 0 }))).toEqual(["two"]);
  expect(factsOf(entry({ usage: USAGE }))).toEqual(["1.5k in, 80 out"]);
});

test("details count in whole words", () => {
  expect(detailsOf(entry({ usage: { ...USAGE, input_tokens: 1 } }))).toMatch(
    /^Input 1 token \(300 from cache/,
  );
});
