import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "./faults.ts";
import { FAULTS } from "./faults.ts";
import type { Heard, Wire } from "./wires.ts";
import { hear, openWire, WIRES } from "./wires.ts";

const TOOL = { name: "weather", description: "The weather.", input: { type: "object", properties: {} } };
/** Short, so that silence is soon too long. */
const LIMITS = { first_byte_ms: 150, stall_ms: 150 };

test("there are more than a hundred scenarios on each of the two formats", () => {
  expect(FAULTS.filter((fault) => fault.wire === "anthropic").length).toBeGreaterThan(100);
  expect(FAULTS.filter((fault) => fault.wire === "openai").length).toBeGreaterThan(100);
});

describe.each(WIRES)("%s", (name) => {
  let wire: Wire;
  beforeAll(async () => {
    wire = await openWire(name, { limits: { ...LIMITS, max_attempts: 1, max_wait_ms: 0 } });
  });
  afterAll(() => wire.close());

  const faults = FAULTS.filter((fault) => fault.wire === name);
  test.each(faults.map((fault): [string, Fault] => [fault.name, fault]))("%s", async (_, fault) => {
    wire.next(fault.reply);
    const heard = await hear(wire, { tools: [TOOL] });
    expectOutcome(heard, fault);
    expectPublic(heard);
    wire.next({ text: ["And on we go."] });
    const next = await hear(wire, { tools: [TOOL] });
    expect(next.terminal.type).toBe("finish");
    expect(next.text).toBe("And on we go.");
  });
});

function expectOutcome(heard: Heard, { outcome }: Fault): void {
  const { terminal } = heard;
  if (outcome.text !== undefined) expect(heard.text).toBe(outcome.text);
  if (outcome.type === "finish") {
    expect(terminal).toMatchObject({ type: "finish", reason: outcome.reason });
    expect(heard.calls.map(({ input }) => input)).toEqual(outcome.inputs ?? []);
    return;
  }
  expect(terminal).toMatchObject({ type: "failed", failure: { kind: outcome.kind } });
  expect(heard.calls).toEqual([]);
  if (terminal.type !== "failed") return;
  const { failure } = terminal;
  if (outcome.retryable !== undefined) expect(failure.retryable).toBe(outcome.retryable);
  if (outcome.retry_after_ms === null) expect(failure.retry_after_ms).toBeUndefined();
  else if (outcome.retry_after_ms !== undefined) {
    expect(failure.retry_after_ms).toBeLessThanOrEqual(outcome.retry_after_ms);
    expect(failure.retry_after_ms).toBeGreaterThanOrEqual(Math.min(outcome.retry_after_ms, 600_000));
  }
}

/** People read it: no key, no stack, no markup, and a sentence that says what to do. */
function expectPublic({ events, terminal }: Heard): void {
  const told = JSON.stringify(events);
  expect(told).not.toContain("contract-key");
  if (terminal.type !== "failed") return;
  expect(terminal.failure.reason).toMatch(/^[A-Z].{20,}[.)…]$/s);
  expect(terminal.failure.reason).not.toMatch(/\bat \S+:\d+|<html|undefined|\[object/i);
}
