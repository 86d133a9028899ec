import { describe, expect, it } from "vitest";
import { GroupCommit } from "../../../src/storage/d1/index/group-commit.ts";

interface Held {
  items: readonly string[];
  done(): void;
  fail(problem: Error): void;
}

function open(most = 10, gather = 0) {
  const writes: Held[] = [];
  let time = 0;
  let isDying = false;
  const group = new GroupCommit<string>({
    most,
    gather,
    now: () => time,
    pause: () =>
      isDying ? new Promise(() => undefined) : new Promise((resolve) => void setImmediate(resolve)),
    write: (items) =>
      new Promise((resolve, reject) => void writes.push({ items, done: resolve, fail: reject })),
  });
  const pass = (ms: number) => {
    time += ms;
  };
  /** What it does first waits for ever. */
  const die = (first: () => void) => {
    isDying = true;
    first();
    isDying = false;
  };
  return { group, writes, pass, die };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("writers that share a write", () => {
  it("the first does not wait, those that come meanwhile go together", async () => {
    const { group, writes } = open();
    const added = ["a", "b", "c"].map((item) => group.add(item));
    expect(writes.map(({ items }) => items)).toEqual([["a"]]);
    writes[0]?.done();
    await settled();
    expect(writes[1]?.items).toEqual(["b", "c"]);
    writes[1]?.done();
    await Promise.all(added);
  });

  it("where the first gathers, those that come meanwhile go with it", async () => {
    const { group, writes, pass } = open(10, 100);
    const added = ["a", "b"].map((item) => group.add(item));
    await settled();
    expect(writes).toEqual([]);
    pass(100);
    await settled();
    expect(writes.map(({ items }) => items)).toEqual([["a", "b"]]);
    writes[0]?.done();
    await Promise.all(added);
  });

  it("one that is gone before all are gathered is missed by nobody", async () => {
    const { group, writes, pass, die } = open(10, 100);
    die(() => void group.add("gone"));
    const added = group.add("b");
    pass(100);
    await settled();
    expect(writes.map(({ items }) => items)).toEqual([["gone", "b"]]);
    writes[0]?.done();
    await added;
  });

  it("a write holds no more than it may", async () => {
    const { group, writes } = open(2);
    const added = ["a", "b", "c", "d"].map((item) => group.add(item));
    for (let i = 0; i < 3; i++) {
      writes[i]?.done();
      await settled();
    }
    await Promise.all(added);
    expect(writes.map(({ items }) => items)).toEqual([["a"], ["b", "c"], ["d"]]);
  });

  it("an item that cannot be written fails alone", async () => {
    const { group, writes } = open();
    const added = ["a", "b", "bad"].map((item) => group.add(item));
    const outcomes = Promise.allSettled(added);
    writes[0]?.done();
    await settled();
    writes[1]?.fail(new Error("one of them"));
    await settled();
    writes[2]?.done();
    await settled();
    writes[3]?.fail(new Error("this one"));
    expect((await outcomes).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(writes.slice(2).map(({ items }) => items)).toEqual([["b"], ["bad"]]);
  });

  it("a write whose object is gone holds nobody up for ever", async () => {
    const { group, writes, pass } = open();
    void group.add("lost");
    const waits = group.add("waits");
    pass(30_000);
    await expect(waits).rejects.toThrow("too long");
    const again = group.add("again");
    expect(writes.at(-1)?.items).toContain("again");
    writes.at(-1)?.done();
    await again;
  });
});
