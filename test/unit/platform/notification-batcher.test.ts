import { describe, expect, it } from "vitest";
import { NotificationBatcher } from "../../../src/platform/notification-batcher.ts";

describe("what is told to somebody", () => {
  it("is told at once", () => {
    const gathered = new NotificationBatcher();
    expect(gathered.add("ann", ["a", "a"], 0)).toEqual({ now: ["a"] });
    expect(gathered.add("bob", ["b"], 1)).toEqual({ now: ["b"] });
    expect(gathered.add("ann", [], 100)).toEqual({ now: [] });
  });

  it("is told together when it comes within a moment, by the first that waits", () => {
    const gathered = new NotificationBatcher();
    gathered.add("ann", ["a"], 0);
    expect(gathered.add("ann", ["b"], 10)).toEqual({ in_ms: 90 });
    expect(gathered.add("ann", ["c"], 20)).toBeUndefined();
    expect(gathered.add("ann", ["b"], 30)).toBeUndefined();
    expect(gathered.due("ann", 100)).toEqual(["b", "c"]);
    expect(gathered.add("ann", ["d"], 110)).toEqual({ in_ms: 90 });
  });

  it("is told by the next when whoever was to tell it has gone", () => {
    const gathered = new NotificationBatcher();
    gathered.add("ann", ["a"], 0);
    gathered.add("ann", ["b"], 10);
    expect(gathered.add("ann", ["c"], 2_000)).toEqual({ now: ["b", "c"] });
    expect(gathered.due("ann", 2_010)).toEqual([]);
  });
});
