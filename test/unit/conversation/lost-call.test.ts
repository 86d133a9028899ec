import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AfterWorkBatch } from "../../../durable-objects/conversation/services.ts";
import type { Usage } from "../../../src/domain/message.ts";
import { defineTool, said } from "../../../src/tools/define-tool.ts";
import { calls, House, type HouseOptions, rounds, says, text, wait } from "../../support/machine/house.ts";

/** A price, and a short outage. */
function priced({ services, ...options }: HouseOptions): House {
  return new House({
    outage: 500,
    ...options,
    services: (base, house) => {
      const model = { ...base.model, estimate: price };
      return { model, ...services?.({ ...base, model }, house) };
    },
  });
}

const price = (_model: string, input: number, output: number) => (input + output) / 1e6;

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

const estimates = (house: House) =>
  Object.entries(ledger(house)).flatMap(([id, row]) =>
    row.purpose === "interrupted" ? [{ id, ...row }] : [],
  );

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

  it("is there for the last try too, after which the turn is given up", async () => {
    const house = priced({ model: () => slow("so ") });
    await house.say("tell me");
    for (let time = 1; time <= 5; time++) {
      await house.pass(1_000);
      await killed(house);
    }
    await house.pass(20_000);
    expect(house.said()).toEqual(["user: tell me", "assistant:  (failed)"]);
    expect(house.requests).toHaveLength(5);
    const rows = estimates(house);
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map((time) => `step 1:interrupted:${time}`));
    expect(rows.at(-1)?.usage.input_tokens).toBeGreaterThan(0);
    expect(Object.keys(ledger(house))).toHaveLength(5);
    const total = rows.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
    expect(house.store.meta.cost_usd).toBeCloseTo(total, 9);
  });
});

/** A model that goes on though it is halted. */
const DEAF: HouseOptions["services"] = ({ model }) => ({
  model: { ...model, stream: (request) => model.stream(request, new AbortController().signal) },
});

describe("a model call of a turn that is given up", () => {
  it("is there when the turn was halted and the machine died before it had ended", async () => {
    const house = priced({ model: () => slow("some ".repeat(8)), services: DEAF });
    await house.say("tell me");
    await house.pass(1_000);
    await house.halt();
    await killed(house);
    await house.pass(20_000);
    expect(house.said()).toEqual(["user: tell me", "assistant:  (halted)"]);
    const rows = ledger(house);
    expect(Object.keys(rows)).toEqual(["step 1:interrupted:1"]);
    expect(rows["step 1:interrupted:1"]).toMatchObject({
      purpose: "interrupted",
      usage: { output_tokens: 10 },
    });
  });

  it("counts what was said before, as far as it is before the model", async () => {
    const house = priced({
      model: (_request, asked) => (asked === 1 ? says("ok") : slow("so ")),
      services: DEAF,
    });
    await house.say("x".repeat(4_000));
    await house.pass(2_000);
    await house.say("tell me");
    await house.pass(1_000);
    await house.halt();
    await killed(house);
    await house.pass(20_000);
    const [row] = estimates(house);
    expect(row?.usage.input_tokens).toBeGreaterThan(1_000);
    expect(row?.usage.input_tokens).toBeLessThan(1_200);
  });

  it.each([
    ["is halted while it is prepared again", (house: House) => house.halt()],
    ["cannot be prepared again in time", (house: House) => house.pass(61_000)],
  ])("is there once when the turn %s", async (_what, then) => {
    let isSlow = false;
    const house = priced({
      model: () => slow("so "),
      services: ({ agent }) => ({
        agent: (slug) => (isSlow ? new Promise(() => undefined) : agent(slug)),
      }),
    });
    await house.say("tell me");
    await house.pass(1_000);
    isSlow = true;
    await killed(house);
    await then(house);
    await house.pass(20_000);
    expect(house.store.turns.open()).toEqual([]);
    expect(Object.keys(ledger(house))).toEqual(["step 1:interrupted:1"]);
  });
});
