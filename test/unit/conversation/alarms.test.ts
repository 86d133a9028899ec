import { describe, expect, it } from "vitest";
import { Alarms } from "../../../durable-objects/conversation/alarms.ts";

function clock(pending: number | null = null) {
  const set: number[] = [];
  return { set, alarms: new Alarms({ get: async () => pending, set: (at) => void set.push(at) }) };
}

describe("one alarm for many reasons", () => {
  it("is set when there is none", () => {
    const { set, alarms } = clock();
    alarms.ensure(100, "turns");
    expect(set).toEqual([100]);
  });

  it("costs nothing when an earlier one is pending", () => {
    const { set, alarms } = clock();
    alarms.ensure(100, "turns");
    alarms.ensure(200, "turns");
    alarms.ensure(100, "turns");
    expect(set).toEqual([100]);
  });

  it("moves forward when something is due before it", () => {
    const { set, alarms } = clock();
    alarms.ensure(100, "turns");
    alarms.ensure(50, "turns");
    expect(set).toEqual([100, 50]);
  });

  it("is known from before when the object wakes", async () => {
    const { set, alarms } = clock(100);
    await alarms.load();
    alarms.ensure(150, "turns");
    expect(set).toEqual([]);
  });

  it("is set anew once it has fired", () => {
    const { set, alarms } = clock();
    alarms.ensure(100, "turns");
    alarms.fired();
    alarms.ensure(200, "turns");
    expect(set).toEqual([100, 200]);
  });

  it("says which waker it was set for", () => {
    const { alarms } = clock();
    alarms.ensure(100, "trail");
    alarms.ensure(200, "reminders");
    expect(alarms.pending).toEqual({ at: 100, waker: "trail" });
    alarms.ensure(50, "turns");
    expect(alarms.pending).toEqual({ at: 50, waker: "turns" });
  });

  it("was set by an earlier life, which has not said for whom", async () => {
    const { alarms } = clock(100);
    await alarms.load();
    expect(alarms.pending).toEqual({ at: 100, waker: null });
  });
});
