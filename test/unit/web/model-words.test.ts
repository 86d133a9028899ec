import { expect, test } from "vitest";
import type { ModelSummary } from "../../../web/api/instance.ts";
import {
  byProvider,
  factsOf,
  favouritesOf,
  isTyped,
  matching,
} from "../../../web/chat/composer/model-words.ts";
import { spentWords, standing } from "../../../web/pages/models/words.ts";
import { dollarsIn } from "../../../web/ui/format.ts";

const model = (id: string, more: Partial<ModelSummary> = {}): ModelSummary => ({
  id,
  name: id,
  label: id,
  provider: id.split("/")[0] ?? "",
  provider_label: id.split("/")[0] ?? "",
  configured: true,
  context_window: 128_000,
  max_output_tokens: 8_000,
  capabilities: {},
  price: null,
  price_entered: false,
  hidden: false,
  ...more,
});

test("a model is found by words of its name and of its provider", () => {
  const models = [
    model("acme/one", { name: "Acme One", provider_label: "Acme Corp" }),
    model("other/one", { name: "Other One" }),
  ];
  expect(matching(models, "corp one").map(({ id }) => id)).toEqual(["acme/one"]);
  expect(matching(models, " ")).toHaveLength(2);
  expect(matching(models, "nothing")).toEqual([]);
});

test("models stand together by provider, in their order", () => {
  const groups = byProvider([model("b/1"), model("a/1"), model("b/2")]);
  expect(groups.map(({ provider, models }) => [provider, models.length])).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
});

test("what is written as provider/model may be used though no list names it", () => {
  expect(["acme/new", "acme/a/b", "acme", "acme/", "two words/x"].map(isTyped)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("a line says window, abilities and price, and that a price is unknown", () => {
  const capabilities = { tool: true, image: true, audio: false };
  expect(factsOf({ context_window: 128_000, capabilities, price: { input: 1, output: 5 } })).toBe(
    "128k tokens · tools, pictures · $1 / $5 per 1M tokens",
  );
  expect(factsOf({ context_window: 8_000, capabilities: {}, price: null })).toBe("8k tokens · price unknown");
});

test("an account rests, is refused, cannot be read or is ready", () => {
  const account = {
    id: "acc_1",
    provider: "acme",
    label: "Acme",
    priority: 100,
    key_hint: "",
    readable: true,
    from_settings: false,
    spent: { calls: 0, unpriced_calls: 0, cost_usd: 0 },
    state: {},
  };
  expect(standing(account, 0)).toBe("Connected");
  expect(standing({ ...account, state: { cooling_until: "1970-01-01T00:00:01.500Z" } }, 0)).toBe(
    "Paused for 2 s",
  );
  expect(standing({ ...account, state: { cooling_until: "1970-01-01T00:00:01.500Z" } }, 2_000)).toBe(
    "Connected",
  );
  expect(
    standing({ ...account, state: { disabled: { at: "1970-01-01T00:00:00.001Z", reason: "no" } } }, 0),
  ).toBe("Does not work: no");
  expect(standing({ ...account, readable: false }, 0)).toContain("Enter it again");
});

test("favourites come in the order in which they were marked, those that cannot answer not at all", () => {
  const models = [model("a/1"), model("b/1", { configured: false }), model("c/1")];
  expect(favouritesOf(models, ["c/1", "b/1", "gone/1", "a/1"]).map(({ id }) => id)).toEqual(["c/1", "a/1"]);
});

test("what a key was billed is told with what is not known of it", () => {
  expect(spentWords({ calls: 0, unpriced_calls: 0, cost_usd: 0 })).toBe("Nothing spent this month");
  expect(spentWords({ calls: 3, unpriced_calls: 1, cost_usd: 1.5 })).toBe(
    "$1.50 this month, 3 calls, 1 of unknown price",
  );
});

test("prices are typed in many ways, and nothing is none", () => {
  expect(["$0.25", "0,25", " 3 ", ""].map(dollarsIn)).toEqual([0.25, 0.25, 3, undefined]);
  expect(dollarsIn("cheap")).toBeNaN();
});
