/** A running conversation in people's lists: it has its name, its place and its state while the turn runs. */
import { describe, expect, it } from "vitest";
import type { AfterWorkBatch } from "../../../../durable-objects/conversation/ledger/ports.ts";
import { BackgroundThrottle } from "../../../../src/platform/background-throttle.ts";
import { askUserTool } from "../../../../src/tools/ask-user.ts";
import { asked, ConversationRig, calls, rounds, says, wait } from "../../../support/machine/rig.ts";

const slow = () => [wait(5_000), ...says("Tea.")];
const batches = ({ flushed }: ConversationRig) => flushed as AfterWorkBatch[];
const states = (rig: ConversationRig) => batches(rig).map(({ state }) => state);

describe("a turn that lasts", () => {
  it("is in the lists within its first second, by its first words, without costs or messages", async () => {
    const rig = new ConversationRig({ model: slow });
    await rig.say("What is for tea?");
    await rig.pass(900);
    expect(batches(rig)).toMatchObject([
      { state: "running", costs: [], messages: [], meta: { title: "What is for tea?" } },
    ]);
    expect(batches(rig)[0]?.meta.updated_at).toBeLessThanOrEqual(rig.timeline.now);
    await rig.pass();
    expect(states(rig).at(-1)).toBe("idle");
    expect(batches(rig).at(-1)?.meta.revision).toBeGreaterThan(batches(rig)[0]?.meta.revision ?? 0);
  });

  it("commits nothing for it", async () => {
    const rig = new ConversationRig({ model: slow });
    await rig.say("Tea?");
    await rig.pass(300);
    let commits = 0;
    rig.machine.onCommit = () => {
      commits += 1;
    };
    await rig.pass(600);
    expect(states(rig)).toEqual(["running"]);
    expect(commits).toBe(0);
  });

  it("keeps the newest answer's words while the next one is made", async () => {
    const rig = new ConversationRig({
      model: (request) => (asked(request) === "Quick" ? says("Done.") : slow()),
    });
    await rig.say("Quick");
    await rig.pass();
    await rig.say("Slow");
    await rig.pass(900);
    expect(batches(rig).at(-1)).toMatchObject({ state: "running", said: "Done." });
  });

  it("is shown again when it goes on after it waited for a person", async () => {
    const rig = new ConversationRig({
      model: (request) =>
        rounds(request) > 0 ? slow() : calls(["c1", "ask_user", { question: "Tea?", options: [] }]),
      tools: () => [askUserTool],
    });
    await rig.say("Ask");
    await rig.pass();
    expect(states(rig).at(-1)).toBe("parked");
    await rig.answer("c1", "Yes");
    await rig.pass(900);
    expect(states(rig).at(-1)).toBe("running");
  });

  it("is shown as soon as the thread has time for it", async () => {
    let isCrowded = true;
    const backgroundThrottle = new BackgroundThrottle({ isCrowded: () => isCrowded });
    const rig = new ConversationRig({ model: slow, ports: () => ({ backgroundThrottle }) });
    await rig.say("Tea?");
    await rig.pass(2_000);
    expect(states(rig)).toEqual([]);
    isCrowded = false;
    await rig.pass(500);
    expect(states(rig)).toEqual(["running"]);
  });
});

describe("a short turn", () => {
  it("is listed once, when it has ended", async () => {
    const rig = new ConversationRig({ model: () => says("Tea.") });
    await rig.say("Tea?");
    await rig.pass();
    expect(states(rig)).toEqual(["idle"]);
  });
});
