/** Calls of the model that writes summaries, and machines that die while it writes. */
import { describe, expect, it } from "vitest";
import type { AfterWorkBatch } from "../../../../durable-objects/conversation/ledger/ports.ts";
import type { CostRow } from "../../../../durable-objects/conversation/rows/schema/stored-json.ts";
import type { ModelRequest } from "../../../../src/agent/ports/model.ts";
import type { Fate } from "../../../support/machine/machine.ts";
import {
  ConversationRig,
  type Move,
  type RigOptions,
  says,
  WEB,
  wait,
} from "../../../support/machine/rig.ts";

const FAST = "acme/fast";

/** A summary takes a second; an answer does not. */
const model = (request: ModelRequest): Move[] =>
  request.model === FAST ? [wait(1_000), ...says("In short.")] : says("ok");

interface Talk {
  rig: ConversationRig;
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
  const cast: RigOptions["cast"] = (own) => ({
    agent() {
      const agent = own.agent();
      const limits = { ...agent.limits, ...(compact_at_tokens !== undefined && { compact_at_tokens }) };
      return { ...agent, limits };
    },
  });
  const ports: RigOptions["ports"] = (base, { machine }) => ({
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
  const rig = new ConversationRig({
    init: { title: "Named" },
    model,
    outage: 500,
    cast,
    ports,
    ...(fate && { fate }),
  });
  for (let n = 1; n <= 4; n++) await exchange(rig, n);
  return { rig, asked };
}

async function exchange(rig: ConversationRig, n: number): Promise<void> {
  await rig.say(`message ${n} ${"word ".repeat(200)}`);
  await rig.pass(500);
}

const compact = (rig: ConversationRig) =>
  rig.receive({ type: "command", key: "c1", source: WEB, command: { name: "compact" } });

/** What was not spent on turns. By id: what is flushed twice is one row. */
function spent(rig: ConversationRig): CostRow[] {
  const costs = (rig.flushed as AfterWorkBatch[]).flatMap((batch) => batch.costs);
  return [...new Map(costs.map((cost) => [cost.id, cost])).values()].filter(({ purpose }) => purpose);
}

const purposes = (rig: ConversationRig) => spent(rig).map(({ purpose }) => purpose);

describe("a summary's call that died with the machine", () => {
  it("is in the ledger as an estimate, once for each time that it died", async () => {
    const { rig, asked } = await chatted();
    await rig.pass();
    const before = rig.store.meta.cost_usd;
    await compact(rig);
    for (let time = 1; time <= 2; time++) {
      await rig.pass(300);
      rig.machine.kill();
      await rig.pass((rig.machine.alarm ?? 0) - rig.timeline.now);
    }
    await rig.pass(30_000);
    expect(asked).toHaveLength(3);
    expect(purposes(rig)).toEqual(["interrupted", "interrupted", "compaction"]);
    const [lost] = spent(rig);
    expect(lost).toMatchObject({ model: FAST, agent: "nightjar", usage: { output_tokens: 0 } });
    expect(lost?.usage.input_tokens).toBeGreaterThan(500);
    const total = spent(rig).reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
    expect(rig.store.meta.cost_usd - before).toBeCloseTo(total, 9);
  });

  it("is there though nobody had asked for that summary", async () => {
    const { rig, asked } = await chatted({ compact_at_tokens: 1_200 });
    expect(asked).toHaveLength(1);
    rig.machine.kill();
    await rig.pass(30_000);
    expect(asked).toHaveLength(1);
    expect(purposes(rig)).toEqual(["interrupted"]);
  });

  it("is there once, whichever moment the machine dies at", async () => {
    const seen = new Set<string>();
    for (let moment = 1; moment <= 8; moment++) {
      for (const fate of ["dies before the commit", "dies after the commit"] as const) {
        let events = Number.NEGATIVE_INFINITY;
        const { rig, asked } = await chatted({ fate: () => (++events === moment ? fate : "goes on") });
        await rig.pass();
        events = 0;
        await compact(rig).catch(() => undefined);
        await rig.pass(60_000);
        if (fate === "dies before the commit" && moment === 1) expect(asked).toEqual([]);
        expect([moment, fate, purposes(rig).length]).toEqual([moment, fate, asked.length]);
        seen.add(purposes(rig).join(" "));
      }
    }
    expect([...seen].toSorted()).toEqual(["", "compaction", "interrupted compaction"]);
  });
});

describe("a summary in pieces", () => {
  it("is paid for as far as it had come when the machine died", async () => {
    const { rig, asked } = await chatted({ window: 800 });
    await rig.pass();
    await compact(rig);
    await rig.pass(1_500);
    expect(asked).toHaveLength(2);
    rig.machine.kill();
    await rig.pass(30_000);
    expect(purposes(rig)).toEqual(["compaction", "interrupted", "compaction", "compaction", "compaction"]);
    expect(new Set(spent(rig).map(({ turn_id }) => turn_id)).size).toBe(2);
  });
});
