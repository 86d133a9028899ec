import { describe, expect, it } from "vitest";
import { askAgain } from "../../../src/app/objects/ask-again.ts";

/** Stubs are numbered, so that it shows which one was asked. */
function stubs() {
  let made = 0;
  return () => ++made;
}

const failing = (fields: object, times: number) => {
  const asked: unknown[] = [];
  const ask = async (stub: unknown) => {
    asked.push(stub);
    if (asked.length <= times) throw Object.assign(new Error("reset"), fields);
    return "answer";
  };
  return { asked, ask };
};

describe("an object that is asked", () => {
  it.each([
    ["its code was replaced", { durableObjectReset: true }],
    ["the platform says so", { retryable: true }],
  ])("is asked again by a new stub when %s", async (_why, fields) => {
    const { asked, ask } = failing(fields, 1);
    expect(await askAgain(stubs(), ask)).toBe("answer");
    expect(asked).toEqual([1, 2]);
  });

  it.each([
    ["it is overloaded", { retryable: true, overloaded: true }],
    ["its own code failed", { remote: true }],
  ])("is not asked again when %s", async (_why, fields) => {
    const { asked, ask } = failing(fields, 1);
    await expect(askAgain(stubs(), ask)).rejects.toThrow("reset");
    expect(asked).toEqual([1]);
  });

  it("is asked twice at most", async () => {
    const { asked, ask } = failing({ retryable: true }, 2);
    await expect(askAgain(stubs(), ask)).rejects.toThrow("reset");
    expect(asked).toHaveLength(2);
  });
});
