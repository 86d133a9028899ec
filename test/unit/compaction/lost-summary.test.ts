/** Calls of the model that writes summaries, and machines that die while it writes. */
import { describe, expect, it } from "vitest";
import type { AfterWorkBatch, CostRow } from "../../../durable-objects/conversation/services.ts";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import { House, type HouseOptions, type Move, says, WEB, wait } from "../../support/machine/house.ts";
import type { Fate } from "../../support/machine/machine.ts";

const FAST = "acme/fast";

/** A summary takes a second; an answer does not. */
const model = (request: ModelRequest): Move[] =>
  request.model === FAST ? [wait(1_000), ...says("In short.")] : says("ok");

interface Talk {
  house: House;
  /** Requests for a summary that have left the machine. */
  asked: ModelRequest[];
}

interface Setting {
  /** Of the model that writes. */
  window?: number;
  compact_at_tokens?: number;
  fate?(): Fate;
}

async function chatted({ window = 100_000, compact_at_tokens, fate }: Setting = {}): Promise<Talk> {
  const asked: ModelRequest[] = [];
  const services: HouseOptions["services"] = (base, { machine }) => ({
    agent: async (slug) => {
      const agent = await base.agent(slug);
      const limits = { ...agent.limits, ...(compact_at_tokens !== undefined && { compact_at_tokens }) };
      return { ...agent, limits };
    },
    model: {
      ...base.model,
      fastModel: () => FAST,
      info: (id) => ({ ...base.model.info(id), ...(id === FAST && { context_window: window }) }),
      estimate: (_model, input, output) => (input + output) / 1e6,
      stream(request, signal) {
        if (request.model === FAST) machine.send(() => asked.push(request));
        return base.model.stream(request, signal);
      },
    },
  });
  const house = new House({ model, outage: 500, services, ...(fate && { fate }) });
  for (let n = 1; n <= 4; n++) await exchange(house, n);
  return { house, asked };
}

async function exchange(house: House, n: number): Promise<void> {
  await house.say(`message ${n} ${"word ".repeat(200)}`);
  await house.pass(500);
}

const compact = (house: House) =>
  house.receive({ type: "command", key: "c1", source: WEB, command: { name: "compact" } });

/** What was not spent on turns. By id: what is flushed twice is one row. */
function spent(house: House): CostRow[] {
  const costs = (house.flushed as AfterWorkBatch[]).flatMap((batch) => batch.costs);
  return [...new Map(costs.map((cost) => [cost.id, cost])).values()].filter(({ purpose }) => purpose);
}

const purposes = (house: House) => spent(house).map(({ purpose }) => purpose);

describe("a summary's call that died with the machine", () => {
  it("is in the ledger as an estimate, once for each time that it died", async () => {
    const { house, asked } = await chatted();
    await house.pass();
    const before = house.store.meta.cost_usd;
    await compact(house);
    for (let time = 1; time <= 2; time++) {
      await house.pass(300);
      house.machine.kill();
      await house.pass((house.machine.alarm ?? 0) - house.timeline.now);
    }
    await house.pass(30_000);
    expect(asked).toHaveLength(3);
    expect(purposes(house)).toEqual(["interrupted", "interrupted", "compaction"]);
    const [lost] = spent(house);
    expect(lost).toMatchObject({ model: FAST, agent: "nightjar", usage: { output_tokens: 0 } });
    expect(lost?.usage.input_tokens).toBeGreaterThan(500);
    const total = spent(house).reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
    expect(house.store.meta.cost_usd - before).toBeCloseTo(total, 9);
  });

  it("is there though nobody had asked for that summary", async () => {
    const { house, asked } = await chatted({ compact_at_tokens: 1_200 });
    expect(asked).toHaveLength(1);
    house.machine.kill();
    await house.pass(30_000);
    expect(asked).toHaveLength(1);
    expect(purposes(house)).toEqual(["interrupted"]);
  });

  it("is there once, whichever moment the machine dies at", async () => {
    const seen = new Set<string>();
    for (let moment = 1; moment <= 8; moment++) {
      for (const fate of ["dies before the commit", "dies after the commit"] as const) {
        let events = Number.NEGATIVE_INFINITY;
        const { house, asked } = await chatted({ fate: () => (++events === moment ? fate : "goes on") });
        await house.pass();
        events = 0;
        await compact(house).catch(() => undefined);
        await house.pass(60_000);
        if (fate === "dies before the commit" && moment === 1) expect(asked).toEqual([]);
        expect([moment, fate, purposes(house).length]).toEqual([moment, fate, asked.length]);
        seen.add(purposes(house).join(" "));
      }
    }
    expect([...seen].toSorted()).toEqual(["", "compaction", "interrupted compaction"]);
  });
});

describe("a summary in pieces", () => {
  it("is paid for as far as it had come when the machine died", async () => {
    const { house, asked } = await chatted({ window: 800 });
    await house.pass();
    await compact(house);
    await house.pass(1_500);
    expect(asked).toHaveLength(2);
    house.machine.kill();
    await house.pass(30_000);
    expect(purposes(house)).toEqual(["compaction", "interrupted", "compaction", "compaction", "compaction"]);
    expect(new Set(spent(house).map(({ turn_id }) => turn_id)).size).toBe(2);
  });
});
