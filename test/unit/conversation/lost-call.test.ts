import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AfterWorkBatch } from "../../../durable-objects/conversation/services.ts";
import type { Usage } from "../../../src/domain/message.ts";
import { defineTool, said } from "../../../src/tools/define-tool.ts";
import { calls, House, type HouseOptions, rounds, says, text, wait } from "../../support/machine/house.ts";

/** A price, and a short outage. */
function priced(options: HouseOptions): House {
  return new House({
    outage: 500,
    ...options,
    services: ({ model }) => ({
      model: { ...model, estimate: (_model, input, output) => (input + output) / 1e6 },
    }),
  });
}

interface LedgerRow {
  purpose: string;
  usage: Usage;
  cost_usd: number | null;
}

/** By id without the turn's own: what is flushed twice is one row. */
function ledger(house: House): Record<string, LedgerRow> {
  const costs = (house.flushed as AfterWorkBatch[]).flatMap((batch) => batch.costs);
  const rows = costs.map(({ id, purpose = "turn", usage, cost_usd }): [string, LedgerRow] => {
    return [id.replace(/^[^:]*:/, "step "), { purpose, usage, cost_usd }];
  });
  return Object.fromEntries(rows);
}

async function killed(house: House): Promise<void> {
  house.machine.kill();
  await house.pass(3_000);
}

const slow = (delta: string) => [wait(10), text(delta), wait(60_000), ...says("never")];

describe("a model call that died with the machine", () => {
  it("is in the ledger as an estimate, with what was stored of its answer", async () => {
    const long = "word ".repeat(400);
    const house = priced({ model: (_request, asked) => (asked === 1 ? slow(long) : says("done")) });
    await house.say("tell me");
    await house.pass(4_000);
    await killed(house);
    await house.pass(20_000);
    const rows = ledger(house);
    expect(Object.keys(rows)).toEqual(["step 1:interrupted:1", "step 1"]);
    const { usage, purpose, cost_usd } = rows["step 1:interrupted:1"] ?? {};
    expect(purpose).toBe("interrupted");
    expect(usage).toMatchObject({
      output_tokens: long.length / 4,
      cache_read_tokens: 0,
      cache_write_tokens: 0,
    });
    expect(usage?.input_tokens).toBeGreaterThan(100);
    expect(cost_usd).toBe(((usage?.input_tokens ?? 0) + long.length / 4) / 1e6);
    expect(house.store.meta.cost_usd).toBeCloseTo(0.01 + (cost_usd ?? 0), 9);
    expect(house.messages().at(-1)?.cost_usd).toBe(0.01);
  });

  it("is there once for each time that it died", async () => {
    const house = priced({ model: (_request, asked) => (asked <= 3 ? slow("so ") : says("done")) });
    await house.say("tell me");
    for (let time = 1; time <= 3; time++) {
      await house.pass(1_000);
      await killed(house);
    }
    await house.pass(20_000);
    expect(Object.keys(ledger(house))).toEqual([
      "step 1:interrupted:1",
      "step 1:interrupted:2",
      "step 1:interrupted:3",
      "step 1",
    ]);
  });

  it("is not taken for one when a tool was running, or nothing of the turn had begun", async () => {
    const pay = defineTool({
      name: "pay",
      description: "pay",
      schema: z.object({}),
      effect: "once",
      reach: "inside",
      run: () => new Promise(() => said("never")),
    });
    const house = priced({
      tools: () => [pay],
      model: (request) =>
        rounds(request) === 0 && house.requests.length === 1 ? calls(["c1", "pay", {}]) : says("done"),
    });
    await house.say("first");
    await house.say("second");
    await house.pass(500);
    await killed(house);
    await house.pass(20_000);
    expect(house.said().filter((line) => line.startsWith("assistant"))).toHaveLength(2);
    expect(Object.keys(ledger(house)).filter((id) => id.includes("interrupted"))).toEqual([]);
  });
});
