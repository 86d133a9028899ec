import { describe, expect, it } from "vitest";
import { EVENTS, isEventType } from "../../../src/domain/events.ts";

describe("the types of events", () => {
  it("keep in the conversation only what stands in the trail too", () => {
    const unsafe = Object.entries(EVENTS).filter(([, { kept, of_record }]) => kept && !of_record);
    expect(unsafe).toEqual([]);
  });

  it("leave out of the trail what a message makes up for", () => {
    const passing = Object.entries(EVENTS).flatMap(([type, { of_record }]) => (of_record ? [] : [type]));
    expect(passing).toEqual(["state", "text", "reasoning", "reset", "tool_progress", "citation", "recall"]);
  });

  it("are those of the table and no names of an object's own", () => {
    expect(isEventType("turn_end")).toBe(true);
    expect(["constructor", "toString", "from_a_newer_server"].filter(isEventType)).toEqual([]);
  });
});
