import { describe, expect, it } from "vitest";
import { withBadge, withoutBadge } from "../../../web/frame/title-badge.ts";
import { fieldTime, fromField } from "../../../web/pages/inbox/times.ts";

describe("the name of a tab", () => {
  it("begins with how much waits, once, and loses it when nothing does", () => {
    expect(withBadge("Costs · Nightjar", 3)).toBe("(3) Costs · Nightjar");
    expect(withBadge("(3) Costs · Nightjar", 120)).toBe("(99+) Costs · Nightjar");
    expect(withBadge("(99+) Costs · Nightjar", 0)).toBe("Costs · Nightjar");
    expect(withoutBadge("(12) (a title) · Nightjar")).toBe("(a title) · Nightjar");
  });
});

describe("the time of a reminder", () => {
  it("comes back from the field as it went in, to the minute", () => {
    const at = Date.UTC(2027, 0, 31, 9, 15);
    expect(fromField(fieldTime(at))).toBe("2027-01-31T09:15:00.000Z");
    expect(fromField("")).toBeUndefined();
  });
});
