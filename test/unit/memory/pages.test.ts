import { expect, test } from "vitest";
import { everyItem } from "../../../src/memory/forget/pages.ts";
import type { PageRequest } from "../../../src/memory/ports/stores.ts";

interface Item {
  id: string;
  at: number;
}

/** Newest first, and by id where they are of one time, as the stores do. */
function listOf(items: Item[]) {
  const sorted = () => items.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  return async ({ cursor, limit }: PageRequest) => {
    const [time, id] = cursor?.split("~") ?? [];
    const isBehind = (item: Item) =>
      time === undefined || item.at < Number(time) || (item.at === Number(time) && item.id < (id ?? ""));
    return sorted().filter(isBehind).slice(0, limit);
  };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `id_${1000 + index}`, at: Math.floor(index / 3) }));

test.each([0, 1, 100, 101, 345])("%i items are each read once", async (count) => {
  const items = many(count);
  const read: string[] = [];
  for await (const { id } of everyItem(listOf(items), ({ at }) => at)) read.push(id);
  expect(read.toSorted()).toEqual(items.map(({ id }) => id));
});

test("none is passed over when each is deleted as it comes", async () => {
  const items = many(250);
  let count = 0;
  for await (const item of everyItem(listOf(items), ({ at }) => at)) {
    items.splice(items.indexOf(item), 1);
    count++;
  }
  expect([count, items]).toEqual([250, []]);
});
