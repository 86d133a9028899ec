import { describe, expect, test } from "vitest";
import type { EventBody } from "../../../src/domain/events.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { mergeTimings, TurnTrace } from "../../../src/observability/turn-trace.ts";

const call_id = trustId<"call">("call_000000");
const thinking = (step: number): EventBody => ({ type: "state", state: "thinking", step, tools: [] });
const tools = (step: number): EventBody => ({ type: "state", state: "tools", step, tools: ["think"] });
const text: EventBody = { type: "text", delta: "x" };

/** A trace whose clock is moved by hand. */
function traced(recoveries = 0) {
  const time = { now: 1_000 };
  const trace = new TurnTrace({ earlier: [], recoveries, now: () => time.now });
  const at = (now: number, ...events: EventBody[]) => {
    time.now = now;
    for (const event of events) trace.follow(event);
  };
  return { trace, at };
}

describe("a trace", () => {
  test("knows when each step began, spoke and ended, and how long each tool ran", () => {
    const { trace, at } = traced();
    at(1_010, thinking(1));
    at(1_030, text);
    at(1_040, text);
    at(1_050, tools(1), { type: "tool_start", call_id, name: "think", input: {} });
    at(1_080, { type: "tool_result", call_id, name: "think", result: "ok", is_error: false });
    at(1_081, thinking(2));
    at(1_100, text);
    at(1_120);
    expect(trace.whole()).toEqual({
      started_at: 1_000,
      recoveries: 0,
      recalled: 0,
      notices: [],
      steps: [
        { step: 1, at: 1_010, first_token_ms: 20, duration_ms: 40, restarts: 0 },
        { step: 2, at: 1_081, first_token_ms: 19, duration_ms: 39, restarts: 0 },
      ],
      calls: [{ call_id, at: 1_050, duration_ms: 30 }],
    });
  });

  test("counts a reply that is begun anew, and times the one that stands", () => {
    const { trace, at } = traced();
    at(1_000, thinking(1));
    at(1_005, text);
    at(1_010, { type: "reset", from_step: 1 });
    at(1_050, text);
    expect(trace.whole().steps).toEqual([
      { step: 1, at: 1_000, first_token_ms: 50, duration_ms: 50, restarts: 1 },
    ]);
  });

  test("keeps the first notices, cut to a line", () => {
    const { trace, at } = traced();
    for (let index = 0; index < 20; index++)
      at(1_000, { type: "notice", level: "info", text: "n".repeat(500) });
    expect(trace.whole().notices?.map((notice) => notice.length)).toEqual(
      Array.from({ length: 10 }, () => 200),
    );
  });

  test("is journaled in parts that hold only what is new, and is whole again when they are merged", () => {
    const { trace, at } = traced(1);
    at(1_000, thinking(1));
    at(1_010);
    const first = trace.take();
    expect(first).toEqual({
      started_at: 1_000,
      recoveries: 1,
      steps: [{ step: 1, at: 1_000, first_token_ms: null, duration_ms: 10, restarts: 0 }],
    });
    at(1_020, thinking(2));
    at(1_025);
    const second = trace.take();
    expect(second).toEqual({
      steps: [{ step: 2, at: 1_020, first_token_ms: null, duration_ms: 5, restarts: 0 }],
    });
    expect(mergeTimings([first, second])).toEqual(trace.whole());
  });

  test("of a second life goes on from what was journaled", () => {
    const earlier = [
      { started_at: 500, steps: [{ step: 1, at: 500, first_token_ms: 1, duration_ms: 2, restarts: 0 }] },
    ];
    const trace = new TurnTrace({ earlier, recoveries: 2, now: () => 9_000 });
    trace.follow(thinking(2));
    expect(trace.whole()).toMatchObject({
      started_at: 500,
      recoveries: 2,
      steps: [{ step: 1 }, { step: 2, at: 9_000 }],
    });
  });
});
