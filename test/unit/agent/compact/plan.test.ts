import { describe, expect, test } from "vitest";
import { boundaryOf, compactionThreshold, roomFor, type Weight } from "../../../../src/agent/compact/plan.ts";
import type { MessageId } from "../../../../src/domain/ids.ts";

/** `u` asks, `a` answers; each with its tokens. */
function branch(...steps: [role: "u" | "a", tokens: number][]): Weight[] {
  return steps.map(([role, tokens], index) => ({
    id: `msg_${index}` as MessageId,
    role: role === "u" ? "user" : "assistant",
    tokens,
    is_own: true,
  }));
}

const even = branch(["u", 10], ["a", 10], ["u", 10], ["a", 10], ["u", 10], ["a", 10]);

describe("what goes", () => {
  test("is about two thirds, up to where a person speaks", () => {
    expect(boundaryOf(even)).toBe(4);
  });

  test("is never the newest exchange", () => {
    expect(boundaryOf(branch(["u", 1], ["a", 1], ["u", 1_000], ["a", 1_000]))).toBe(2);
    expect(boundaryOf(branch(["u", 1_000], ["a", 1_000]))).toBe(0);
  });

  test("may be an answer as long as all else, when a question follows it", () => {
    expect(boundaryOf(branch(["u", 1], ["a", 1_000_000], ["u", 5]))).toBe(2);
  });

  test("keeps several messages of one burst together with their answer", () => {
    expect(boundaryOf(branch(["u", 40], ["a", 40], ["u", 5], ["u", 5], ["a", 10]))).toBe(2);
  });

  test("leaves what is being answered, and all after it", () => {
    expect(boundaryOf(even, 2)).toBe(2);
    expect(boundaryOf(even, 0)).toBe(0);
  });

  test("is nothing of nothing", () => {
    expect(boundaryOf([])).toBe(0);
    expect(boundaryOf(branch(["u", 10]))).toBe(0);
  });
});

describe("when it goes", () => {
  test("is at three quarters of the window, or where the agent says, but never later", () => {
    expect(compactionThreshold(200_000, undefined)).toBe(150_000);
    expect(compactionThreshold(200_000, 50_000)).toBe(50_000);
    expect(compactionThreshold(8_000, 50_000)).toBe(6_000);
  });

  test("leaves room for the answer", () => {
    expect(roomFor(200_000, 8_000)).toBe(186_000);
    expect(roomFor(8_000, 8_000)).toBe(4_000);
  });
});
