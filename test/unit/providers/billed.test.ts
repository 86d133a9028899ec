import { expect, test } from "vitest";
import { billedIn } from "../../../src/providers/wire/billed.ts";

test.each([
  ["OpenRouter", { cost: 0.00014 }, 0.00014],
  [
    "OpenRouter with a key of one's own",
    { cost: 0.01, is_byok: true, cost_details: { upstream_inference_cost: 0.19 } },
    0.2,
  ],
  ["OpenRouter, of credit", { cost: 0.01, cost_details: { upstream_inference_cost: 0.009 } }, 0.01],
  ["a model that is free", { cost: 0 }, 0],
  ["xAI", { cost_in_usd_ticks: 37_756_000 }, 0.0037756],
  ["Perplexity", { cost: { input_tokens_cost: 0.001, total_cost: 0.006 } }, 0.006],
  [
    "Perplexity over the Responses API",
    {
      cost: {
        currency: "USD",
        input_cost: 0.001,
        output_cost: 0.002,
        tool_calls_cost: 0.005,
        total_cost: 0.008,
      },
    },
    0.008,
  ],
  ["a sum in another currency", { cost: { currency: "EUR", total_cost: 0.008 } }, undefined],
  ["DeepInfra", { estimated_cost: 0.00002 }, 0.00002],
  ["a provider that says nothing", { prompt_tokens: 3 }, undefined],
  ["what is no amount", { cost: -1, estimated_cost: "much" }, undefined],
])("%s", (_who, usage, billed) => {
  if (billed === undefined) expect(billedIn(usage)).toBeUndefined();
  else expect(billedIn(usage)).toBeCloseTo(billed, 10);
});
