/** What a turn asks of D1 and leaves there, counted at the binding: over SQLite, with the migrations of this repository. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ChunkDraft } from "../../../src/memory/ports/model.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { type CostInsert, CostLedger } from "../../../src/storage/d1/ledger/costs.ts";
import { createMemoryStorage } from "../../../src/storage/d1/memory/memory-storage.ts";
import { costs } from "../../../src/storage/d1/schema/core.ts";
import { nodeD1 } from "../../support/node-d1.ts";

/** The texts of all statements that are prepared from now on. */
function counted(): { binding: D1Database; texts: string[] } {
  const binding = nodeD1();
  const texts: string[] = [];
  const prepare = binding.prepare.bind(binding);
  binding.prepare = (query) => {
    texts.push(query);
    return prepare(query);
  };
  return { binding, texts };
}

const TOKENS = { input_tokens: 1, output_tokens: 2, cache_read_tokens: 3, cache_write_tokens: 4 };

function cost(id: string, of: Partial<CostInsert> = {}): CostInsert {
  const where = { owner: "ann", conversation_id: "cnv_a", turn_id: "trn_a", agent: "nightjar" };
  return { id, at: 1_760_000_000_000, ...where, provider: "acme", model: "small", ...TOKENS, ...of };
}

test("what several turns have cost is one statement, and a cost that is there already stays as it is", async () => {
  const { binding, texts } = counted();
  const db = openDatabase(binding);
  const ledger = new CostLedger(db);
  const rows = [
    cost("a", { cost_usd: 0.1 + 0.2, cost_by: "provider", purpose: "title", on_behalf_of: ",one," }),
    cost("b", { model: 'a "large" one', cost_usd: null }),
  ];
  const [insert, ...others] = ledger.insert(rows);
  expect(others).toEqual([]);
  await insert?.run();
  for (const again of ledger.insert([cost("a", { cost_usd: 9 })])) await again.run();
  expect(texts).toHaveLength(2);
  const [first] = await db.select().from(costs).where(eq(costs.id, "a"));
  const unspoken = { heard_seconds: null, spoken_characters: null };
  expect(first).toEqual({ ...rows[0], ...unspoken, cost_usd: 0.1 + 0.2 });
  const [second] = await db.select().from(costs).where(eq(costs.id, "b"));
  expect(second).toEqual({ ...rows[1], ...unspoken, purpose: "turn", on_behalf_of: "", cost_by: null });
  expect(ledger.insert([])).toEqual([]);
});

test("what stands before an agent is read by one statement, in its order and no more than that", async () => {
  const { binding, texts } = counted();
  const storage = createMemoryStorage(binding, () => "fgt_1");
  for (const [key, trust] of [
    ["tone", "trusted"],
    ["city", "trusted"],
    ["spell", "untrusted"],
  ] as const)
    await storage.states.set("ann", { scope: "person", key, value: `of "${key}"`, trust }, 1);
  await storage.states.set("bob", { scope: "person", key: "city", value: "his", trust: "trusted" }, 1);
  texts.length = 0;
  expect(await storage.standing.of("ann", ["person"])).toEqual({
    memories: [],
    facts: [],
    states: [
      { key: "city", value: 'of "city"' },
      { key: "tone", value: 'of "tone"' },
    ],
    wishes: [],
  });
  expect(texts).toHaveLength(1);
});

test("what was said is indexed by one statement where its partition is known, and none is lost where that has gone", async () => {
  const { binding, texts } = counted();
  const { chunks } = createMemoryStorage(binding, () => "fgt_1");
  const draft = (key: string): ChunkDraft => {
    const of = { owner: "ann", scope: "person" as const, kind: "turn" as const, source: "cnv_a", key };
    return {
      ...of,
      session: "",
      speaker: "ann",
      role: "user",
      agent: "",
      text: `Herons ${key}`,
      trust: "trusted",
    };
  };
  const found = async (...keys: string[]) => (await chunks.byKeys("ann", keys)).map(({ key }) => key);
  await chunks.put([draft("m1")], 1);
  expect(texts).toHaveLength(2);
  await chunks.put([draft("m2"), draft("m3")], 2);
  expect(texts).toHaveLength(3);
  expect(await found("m1", "m2", "m3")).toEqual(["m1", "m2", "m3"]);
  await binding.batch(
    ["DELETE FROM chunks", "DELETE FROM memory_partitions"].map((query) => binding.prepare(query)),
  );
  await chunks.put([draft("m4")], 3);
  expect(await found("m4")).toEqual(["m4"]);
});
