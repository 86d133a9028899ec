import { expect, it } from "vitest";
import type { MemoryStorage } from "../../../src/memory/ports/core.ts";
import { createTitles } from "../../../src/memory/read/titles.ts";

function titlesOf(named: Map<string, string>) {
  const asked: string[][] = [];
  const clock = { now: 0 };
  const chunks = {
    titles: async (_owner: string, ids: readonly string[]) => {
      asked.push([...ids]);
      return new Map([...named].filter(([id]) => ids.includes(id)));
    },
  };
  const storage = { chunks } as unknown as MemoryStorage;
  return { titles: createTitles({ storage, now: () => clock.now }), asked, clock };
}

it("a name is asked for once, and that there is none as well", async () => {
  const { titles, asked } = titlesOf(new Map([["cnv_a", "Herons"]]));
  const first = await titles.of("ann", ["cnv_a", "cnv_b"]);
  expect([...first]).toEqual([["cnv_a", "Herons"]]);
  expect(await titles.of("ann", ["cnv_b", "cnv_a"])).toEqual(first);
  expect(asked).toEqual([["cnv_a", "cnv_b"]]);
});

it("a new name is seen within a minute, and nobody is told another owner's", async () => {
  const named = new Map([["cnv_a", "Herons"]]);
  const { titles, asked, clock } = titlesOf(named);
  await titles.of("ann", ["cnv_a"]);
  named.set("cnv_a", "Egrets");
  clock.now = 60_000;
  expect((await titles.of("ann", ["cnv_a"])).get("cnv_a")).toBe("Egrets");
  await titles.of("bob", ["cnv_a"]);
  expect(asked).toHaveLength(3);
});

it("nothing is asked for nothing", async () => {
  const { titles, asked } = titlesOf(new Map());
  expect((await titles.of("ann", [])).size).toBe(0);
  expect(asked).toEqual([]);
});
