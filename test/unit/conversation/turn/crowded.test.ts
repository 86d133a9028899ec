import { describe, expect, it } from "vitest";
import { Load } from "../../../../src/platform/load.ts";
import { TurnAdmission } from "../../../../src/platform/turn-admission.ts";
import { ConversationRig, says, WEB } from "../../../support/machine/rig.ts";
import { Timeline } from "../../../support/machine/timeline.ts";

/** A conversation beside 200 that run on a thread without time. Once nobody measures more, it has time again. */
function crowded({ ahead = 60 }: { ahead?: number } = {}) {
  const timeline = new Timeline();
  const load = new Load();
  for (let ago = 3_000; ago >= 0; ago -= 10) load.recordDelay(2_000, timeline.now - ago);
  const starts = new TurnAdmission(load);
  for (let at = 0; at < 200; at++) starts.begin({ id: `running ${at}`, client: "bob" }, timeline.now);
  for (let at = 0; at < ahead; at++)
    starts.ask({ id: `waiting ${at}`, client: `guest ${at}`, urgency: "asked" }, timeline.now);
  const rig = new ConversationRig({
    timeline,
    outage: 500,
    model: () => says("here"),
    ports: ({ model }) => ({ turnAdmission: starts, model: { ...model, estimate: () => 0.5 } }),
  });
  const states = () =>
    rig.reader.events.flatMap((event) => (event.type === "state" ? [[event.state, event.before]] : []));
  return { rig, starts, states };
}

describe("a message that comes while the thread is full", () => {
  it("is kept, is told how many begin before it, and is answered", async () => {
    const { rig, states } = crowded();
    await rig.reader.connect();
    await rig.say("hello");
    await rig.pass(800);
    expect(rig.requests).toEqual([]);
    expect(states()[0]).toEqual(["waiting", 56]);
    await rig.pass(20_000);
    expect(rig.said()).toEqual(["user: hello", "assistant: here"]);
  });

  it("is stopped where it waits, and no model was asked", async () => {
    const { rig, starts } = crowded();
    await rig.say("hello");
    await rig.pass(800);
    await rig.halt();
    await rig.pass(50);
    expect(rig.messages().at(-1)?.status).toBe("halted");
    expect(rig.requests).toEqual([]);
    expect(starts.ask({ id: "next", client: "carol", urgency: "asked" }, rig.timeline.now)).toMatchObject({
      status: "waits",
    });
  });

  it("is answered after a kill that found it waiting, and nothing is booked of a call that never was", async () => {
    const { rig } = crowded();
    await rig.say("hello");
    await rig.pass(800);
    rig.machine.kill();
    await rig.pass(30_000);
    expect(rig.said()).toEqual(["user: hello", "assistant: here"]);
    expect(JSON.stringify(rig.flushed)).not.toContain("interrupted");
  });

  it("is answered however many wait before it: an accepted turn does not fail for load", async () => {
    const { rig } = crowded({ ahead: 510 });
    await rig.say("hello");
    await rig.pass(60_000);
    expect(rig.messages()).toMatchObject([{ role: "user" }, { role: "assistant", status: "complete" }]);
  });

  it("does not wait when another conversation waits for its answer", async () => {
    const { rig, states } = crowded();
    await rig.reader.connect();
    await rig.say("a part of it", "key", { ...WEB, channel: "conversation", thread: "cnv_parent" });
    await rig.pass(100);
    expect(rig.requests).toHaveLength(1);
    expect(states().map(([state]) => state)).not.toContain("waiting");
  });
});
