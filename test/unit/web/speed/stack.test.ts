import { expect, test } from "vitest";
import { Stack } from "../../../../web/thread/stack.ts";

const items = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ key: `k${from + at}` }));
const stacked = (count: number) => {
  const stack = new Stack<{ key: string }>(() => 10);
  stack.set(items(count));
  return stack;
};

test("one begins where the one before it ends, as it was measured or guessed", () => {
  const stack = stacked(100);
  expect([stack.top(0), stack.top(7), stack.bottom(99), stack.height]).toEqual([0, 70, 1000, 1000]);
  stack.measured("k3", 25);
  expect([stack.top(3), stack.top(4), stack.height]).toEqual([30, 55, 1015]);
});

test("what stands at a place is the first that ends there or below", () => {
  const stack = stacked(100);
  stack.measured("k3", 25);
  expect([0, 10, 11, 31, 55, 56, 1015, 1016].map((place) => stack.at(place))).toEqual([
    0, 0, 1, 3, 3, 4, 99, 100,
  ]);
  expect(stacked(0).at(5)).toBe(0);
});

test("what comes in above, below or goes keeps the heights that were measured", () => {
  const stack = stacked(3);
  stack.measured("k1", 50);
  const [first, second, third] = stack.items;
  stack.set([...items(2, 100), ...stack.items]);
  expect([stack.indexOf("k1"), stack.top(3), stack.height]).toEqual([3, 30, 90]);
  stack.set([first, third].filter((item) => item !== undefined));
  expect([stack.indexOf("k1"), stack.indexOf("k100"), stack.height]).toEqual([undefined, undefined, 20]);
  stack.set([first, second, third].filter((item) => item !== undefined));
  expect([stack.indexOf("k1"), stack.height]).toEqual([1, 70]);
});

test("one that was not looked at before it was put in is known by its measure", () => {
  const stack = stacked(0);
  stack.measured("k900", 1);
  stack.set(items(1_000));
  expect([stack.height, stack.top(901) - stack.top(900)]).toEqual([9_991, 1]);
});
