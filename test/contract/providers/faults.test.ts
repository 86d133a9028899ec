import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Step } from "../../support/model-wire/reply.ts";
import type { TestClock } from "../../support/test-clock.ts";
import { testClock } from "../../support/test-clock.ts";
import type { Fault } from "./faults.ts";
import { FAULTS } from "./faults.ts";
import type { Heard, Wire } from "./wires.ts";
import { hear, openWire, WIRES } from "./wires.ts";

const TOOL = { name: "weather", description: "The weather.", input: { type: "object", properties: {} } };

test("there are more than a hundred scenarios on each of the two formats", () => {
  expect(FAULTS.filter((fault) => fault.wire === "anthropic").length).toBeGreaterThan(100);
  expect(FAULTS.filter((fault) => fault.wire === "openai").length).toBeGreaterThan(100);
});

describe.each(WIRES)("%s", (name) => {
  const clock = testClock();
  let wire: Wire;
  let waiting: Wire;
  beforeAll(async () => {
    wire = await openWire(name);
    waiting = await openWire(name, { clock });
  });
  afterAll(async () => {
    await wire.close();
    await waiting.close();
  });

  const faults = FAULTS.filter((fault) => fault.wire === name);
  test.each(faults.map((fault): [string, Fault] => [fault.name, fault]))("%s", async (_, fault) => {
    const heard = fault.silent ? await hearSilence(waiting, clock, fault) : await hearFault(wire, fault);
    expectOutcome(heard, fault);
    expectPublic(heard);
    const next = await hearFault(fault.silent ? waiting : wire, { reply: { text: ["And on we go."] } });
    expect(next.terminal.type).toBe("finish");
    expect(next.text).toBe("And on we go.");
  });
});

function hearFault(wire: Wire, { reply }: { reply: Parameters<Wire["next"]>[0] }): Promise<Heard> {
  wire.next(reply);
  return hear(wire, { tools: [TOOL] });
}

/** Once the server has said all it will say, time passes. */
async function hearSilence(wire: Wire, clock: TestClock, { reply }: Fault): Promise<Heard> {
  const said = Promise.withResolvers<void>();
  const tell: Step = { do: "tell", tell: said.resolve };
  const steps = reply.steps.flatMap((step): Step[] => (step.do === "hang" ? [tell, step] : [step]));
  const hearing = hearFault(wire, { reply: { ...reply, steps } });
  await said.promise;
  await clock.runOut();
  return hearing;
}

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
