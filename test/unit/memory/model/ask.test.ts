import { describe, expect, it } from "vitest";
import type { ModelEvent } from "../../../../src/agent/ports/model.ts";
import { NO_USAGE } from "../../../../src/domain/message.ts";
import { ask, type MemoryCost, type ModelAccess, type Question } from "../../../../src/memory/model/ask.ts";

const END = {
  usage: { ...NO_USAGE, input_tokens: 30, output_tokens: 3 },
  model: "acme/other",
  cost_usd: 0.5,
};
const FAILURE = { kind: "overloaded", retryable: true, reason: "Busy." } as const;

const question = (over: Partial<Question> = {}): Question => ({
  owner: "ann",
  conversation_id: "cnv_1",
  prompt: "memory-extraction",
  text: "t".repeat(60),
  max_output_tokens: 100,
  cost_id: "memory:extract:1",
  now: 1_000,
  signal: new AbortController().signal,
  ...over,
});

/** A small model, and what stands in the ledger: the newest row of each id. */
function access(...events: ModelEvent[]): {
  models: ModelAccess;
  ledger: () => MemoryCost[];
  told: string[];
} {
  const rows = new Map<string, MemoryCost>();
  const told: string[] = [];
  const models: ModelAccess = {
    fastModel: () => "acme/small",
    prompts: { known: async () => "s".repeat(40) },
    estimate: (_model, input) => input / 100,
    recordCost: async (cost) => {
      told.push(cost.is_estimate ? "estimate" : "cost");
      rows.set(cost.id, cost);
    },
    model: {
      async *stream() {
        told.push("asked");
        yield* events;
        if (events.length === 0) await new Promise(() => undefined);
      },
    },
  };
  return { models, ledger: () => [...rows.values()], told };
}

describe("a question of memory's", () => {
  it("stands in the ledger as an estimate before it leaves, and then as what it took", async () => {
    const { models, ledger, told } = access(
      { type: "text", delta: "yes" },
      { type: "finish", reason: "stop", ...END },
    );
    expect(await ask(models, question())).toEqual({ status: "answered", text: "yes" });
    expect(told).toEqual(["estimate", "asked", "cost"]);
    expect(ledger()).toMatchObject([
      { model: "acme/other", usage: END.usage, cost_usd: 0.5, is_estimate: false },
    ]);
  });

  it("that never ends leaves its estimate there", async () => {
    const { models, ledger, told } = access();
    void ask(models, question());
    await expect.poll(() => told).toEqual(["estimate", "asked"]);
    const usage = { ...NO_USAGE, input_tokens: 25 };
    expect(ledger()).toMatchObject([{ model: "acme/small", usage, cost_usd: 0.25, is_estimate: true }]);
  });

  it("is paid for each time that it is asked", async () => {
    const { models, ledger } = access({ type: "failed", failure: FAILURE, ...END });
    expect(await ask(models, question())).toMatchObject({ status: "failed", retryable: true });
    expect(await ask(models, question({ now: 2_000 }))).toMatchObject({ status: "failed" });
    expect(ledger().map(({ cost_usd, is_estimate }) => ({ cost_usd, is_estimate }))).toEqual([
      { cost_usd: 0.5, is_estimate: false },
      { cost_usd: 0.5, is_estimate: false },
    ]);
  });
});
