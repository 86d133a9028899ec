import { expect, test } from "vitest";
import { override } from "../../../src/domain/override.ts";

class Counter {
  private readonly step: number;
  count = 0;

  constructor(step: number) {
    this.step = step;
  }

  by(): number {
    return this.step;
  }

  add(): number {
    this.count += this.by();
    return this.count;
  }
}

test("a replaced method is used from inside too; all others, and the fields, are the base's", () => {
  const counter = new Counter(2);
  const doubled = override(counter, { by: () => counter.by() * 2 });
  expect([doubled.add(), doubled.add()]).toEqual([4, 8]);
  expect(counter.add()).toBe(2);
});

test("it may be wrapped again", () => {
  const once = override(new Counter(1), { by: () => 10 });
  const twice = override(once, { by: () => once.by() + 1 });
  expect(twice.add()).toBe(11);
  expect(once.by()).toBe(10);
});
