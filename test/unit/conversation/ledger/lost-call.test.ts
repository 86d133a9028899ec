import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AfterWorkBatch } from "../../../../durable-objects/conversation/ledger/ports.ts";
import type { Usage } from "../../../../src/domain/message.ts";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";
import {
  ConversationRig,
  calls,
  type RigOptions,
  rounds,
  says,
  text,
  wait,
} from "../../../support/machine/rig.ts";

/** A price, and a short outage. */
function priced({ ports, ...options }: RigOptions): ConversationRig {
  return new ConversationRig({
    outage: 500,
    ...options,
    ports: (base, rig) => {
      const model = { ...base.model, estimate: price };
      return { model, ...ports?.({ ...base, model }, rig) };
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
function ledger(rig: ConversationRig): Record<string, LedgerRow> {
  const costs = (rig.flushed as AfterWorkBatch[]).flatMap((batch) => batch.costs);
  const rows = costs.map(({ id, purpose = "turn", usage, cost_usd }): [string, LedgerRow] => {
    return [id.replace(/^[^:]*:/, "step "), { purpose, usage, cost_usd }];
  });
  return Object.fromEntries(rows);
}

async function killed(rig: ConversationRig): Promise<void> {
  rig.machine.kill();
  await rig.pass(3_000);
}

const estimates = (rig: ConversationRig) =>
  Object.entries(ledger(rig)).flatMap(([id, row]) => (row.purpose === "interrupted" ? [{ id, ...row }] : []));

const slow = (delta: string) => [wait(10), text(delta), wait(60_000), ...says("never")];

describe("a model call that died with the machine", () => {
  it("is in the ledger as an estimate, with what was stored of its answer", async () => {
    const long = "word ".repeat(400);
    const rig = priced({ model: (_request, asked) => (asked === 1 ? slow(long) : says("done")) });
    await rig.say("tell me");
    await rig.pass(4_000);
    await killed(rig);
    await rig.pass(20_000);
    const rows = ledger(rig);
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
    expect(rig.store.meta.cost_usd).toBeCloseTo(0.01 + (cost_usd ?? 0), 9);
    expect(rig.messages().at(-1)?.cost_usd).toBe(0.01);
  });

  it("is there once for each time that it died", async () => {
    const rig = priced({ model: (_request, asked) => (asked <= 3 ? slow("so ") : says("done")) });
    await rig.say("tell me");
    for (let time = 1; time <= 3; time++) {
      await rig.pass(1_000);
      await killed(rig);
    }
    await rig.pass(20_000);
    expect(Object.keys(ledger(rig))).toEqual([
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
      run: () => new Promise(() => trustedResult("never")),
    });
    const rig = priced({
      tools: () => [pay],
      model: (request) =>
        rounds(request) === 0 && rig.requests.length === 1 ? calls(["c1", "pay", {}]) : says("done"),
    });
    await rig.say("first");
    await rig.say("second");
    await rig.pass(500);
    await killed(rig);
    await rig.pass(20_000);
    expect(rig.said().filter((line) => line.startsWith("assistant"))).toHaveLength(2);
    expect(Object.keys(ledger(rig)).filter((id) => id.includes("interrupted"))).toEqual([]);
  });

  it("is there for the last try too, after which the turn is given up", async () => {
    const rig = priced({ model: () => slow("so ") });
    await rig.say("tell me");
    for (let time = 1; time <= 5; time++) {
      await rig.pass(1_000);
      await killed(rig);
    }
    await rig.pass(20_000);
    expect(rig.said()).toEqual(["user: tell me", "assistant:  (failed)"]);
    expect(rig.requests).toHaveLength(5);
    const rows = estimates(rig);
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map((time) => `step 1:interrupted:${time}`));
    expect(rows.at(-1)?.usage.input_tokens).toBeGreaterThan(0);
    expect(Object.keys(ledger(rig))).toHaveLength(5);
    const total = rows.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
    expect(rig.store.meta.cost_usd).toBeCloseTo(total, 9);
  });
});

/** A model that goes on though it is halted. */
const DEAF: RigOptions["ports"] = ({ model }) => ({
  model: { ...model, stream: (request) => model.stream(request, new AbortController().signal) },
});

describe("a model call of a turn that is given up", () => {
  it("is there when the turn was halted and the machine died before it had ended", async () => {
    const rig = priced({ model: () => slow("some ".repeat(8)), ports: DEAF });
    await rig.say("tell me");
    await rig.pass(1_000);
    await rig.halt();
    await killed(rig);
    await rig.pass(20_000);
    expect(rig.said()).toEqual(["user: tell me", "assistant:  (halted)"]);
    const rows = ledger(rig);
    expect(Object.keys(rows)).toEqual(["step 1:interrupted:1"]);
    expect(rows["step 1:interrupted:1"]).toMatchObject({
      purpose: "interrupted",
      usage: { output_tokens: 10 },
    });
  });

  it("counts what was said before, as far as it is before the model", async () => {
    const rig = priced({
      model: (_request, asked) => (asked === 1 ? says("ok") : slow("so ")),
      ports: DEAF,
    });
    await rig.say("x".repeat(4_000));
    await rig.pass(2_000);
    await rig.say("tell me");
    await rig.pass(1_000);
    await rig.halt();
    await killed(rig);
    await rig.pass(20_000);
    const [row] = estimates(rig);
    expect(row?.usage.input_tokens).toBeGreaterThan(1_000);
    expect(row?.usage.input_tokens).toBeLessThan(1_200);
  });

  it.each([
    ["is halted while it is prepared again", (rig: ConversationRig) => rig.halt()],
    ["cannot be prepared again in time", (rig: ConversationRig) => rig.pass(61_000)],
  ])("is there once when the turn %s", async (_what, then) => {
    let isSlow = false;
    const rig = priced({
      model: () => slow("so "),
      cast: (own) => ({ agent: () => (isSlow ? new Promise(() => undefined) : own.agent()) }),
    });
    await rig.say("tell me");
    await rig.pass(1_000);
    isSlow = true;
    await killed(rig);
    await then(rig);
    await rig.pass(20_000);
    expect(rig.store.turns.open()).toEqual([]);
    expect(Object.keys(ledger(rig))).toEqual(["step 1:interrupted:1"]);
  });
});
