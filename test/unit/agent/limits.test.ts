import { describe, expect, it } from "vitest";
import { RepeatedCalls } from "../../../src/agent/loop/limits.ts";
import { trustId } from "../../../src/domain/ids.ts";

const made = (name: string, value: unknown) => ({
  call_id: trustId<"call">("call_1"),
  name,
  input: { ok: true as const, value },
});

describe("calls that repeat", () => {
  it("are one too many the third time, whatever their ids", () => {
    const repeated = new RepeatedCalls();
    const answers = [1, 2, 3].map(() => repeated.isOneTooMany(made("pay", { to: "ann" }), false));
    expect(answers).toEqual([false, false, true]);
  });

  it("are not the same with other arguments", () => {
    const repeated = new RepeatedCalls();
    const answers = [1, 2, 3].map((n) => repeated.isOneTooMany(made("pay", { n }), false));
    expect(answers).toEqual([false, false, false]);
  });

  it("that only look may be made again once something has changed, though not for ever", () => {
    const repeated = new RepeatedCalls();
    const look = () => repeated.isOneTooMany(made("look", {}), true);
    expect([look(), look()]).toEqual([false, false]);
    repeated.isOneTooMany(made("write", { n: 1 }), false);
    expect([look(), look(), look()]).toEqual([false, false, true]);
  });

  it("count as one when what did not parse is the same text", () => {
    const repeated = new RepeatedCalls();
    const bad = { call_id: trustId<"call">("call_1"), name: "pay", input: { ok: false as const, text: "{" } };
    expect([1, 2, 3].map(() => repeated.isOneTooMany(bad, false))).toEqual([false, false, true]);
  });
});
