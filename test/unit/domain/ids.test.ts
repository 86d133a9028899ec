import { expect, test } from "vitest";
import { createIds, inStock } from "../../../src/domain/ids.ts";

/** Bytes that count up, so that each is told from the others. */
function counting() {
  const asked: number[] = [];
  let next = 0;
  const random = (bytes: Uint8Array) => {
    asked.push(bytes.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = next++ % 251;
  };
  return { asked, random };
}

test("randomness in stock is fetched for many ids at once, and no byte is given twice", () => {
  const { asked, random } = counting();
  const take = inStock(random);
  const given: number[] = [];
  for (let count = 0; count < 20; count++) {
    const bytes = new Uint8Array(11);
    take(bytes);
    given.push(...bytes);
  }
  expect(asked).toEqual([1_024]);
  expect(given).toEqual(Array.from({ length: 220 }, (_, at) => at % 251));
  for (let count = 0; count < 100; count++) take(new Uint8Array(11));
  expect(asked).toEqual([1_024, 1_024]);
});

test("ids of different moments have fresh randomness, those of one moment count up", () => {
  let now = 1_000;
  const { random } = counting();
  const ids = createIds(() => now, inStock(random));
  const [first, second] = [ids.create("msg"), ids.create("msg")];
  now += 1;
  const third = ids.create("msg");
  expect(first < second && second < third).toBe(true);
  expect(first.slice(0, -1)).toBe(second.slice(0, -1));
  expect(third.slice(-11)).not.toBe(first.slice(-11));
});
