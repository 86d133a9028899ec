import { describe, expect, it } from "vitest";
import type { WakerMaker } from "../../../../durable-objects/conversation/wakers/waker.ts";
import { ConversationRig } from "../../../support/machine/rig.ts";

const NOTICE = { type: "notice", source: { channel: "system", sender: "visits" } } as const;

/** A visit that ends at a time of its own, told to the agent. */
function visit(at: number, diary: string[]): WakerMaker {
  return (store, { receive }) => {
    let due: number | null = at;
    return {
      name: "visits",
      due: () => due,
      enter(now) {
        if (due === null || now < due) return;
        due = null;
        diary.push(receive({ ...NOTICE, key: "visit:over", text: "The visit is over." }).status);
      },
      async wake() {
        diary.push(`works with ${store.turns.open().length} open turns`);
      },
      async stop() {
        diary.push("stopped");
      },
    };
  };
}

/** The visit ends a minute after it began. */
function visited(diary: string[]) {
  const rig: ConversationRig = new ConversationRig({ ports: () => ({ wakers: [visit(over, diary)] }) });
  const over = rig.timeline.now + 60_000;
  return { rig, over };
}

describe("a waker that another part brings", () => {
  it("wakes a conversation that sleeps, at its time and for its name", async () => {
    const diary: string[] = [];
    const { rig, over } = visited(diary);
    await rig.say("Come in");
    await rig.pass(30_000);
    expect(rig.machine.alarm).toBe(over);
    await rig.pass(40_000);
    expect(diary).toContain("accepted");
    expect(rig.said()).toEqual([
      "user: Come in",
      "assistant: ok",
      "system: The visit is over.",
      "assistant: ok",
    ]);
    expect(rig.machine.alarm).toBeNull();
  });

  it("finds what has entered when its work goes on", async () => {
    const diary: string[] = [];
    const { rig } = visited(diary);
    await rig.say("Come in");
    await rig.pass(30_000);
    diary.length = 0;
    await rig.pass(30_000);
    expect(diary).toEqual(["accepted", "works with 1 open turns"]);
  });

  it("is made anew in each life, with what is stored", async () => {
    const diary: string[] = [];
    const { rig } = visited(diary);
    await rig.say("Come in");
    await rig.pass(30_000);
    rig.machine.kill();
    await rig.pass(60_000);
    expect(diary.filter((line) => line === "accepted")).toHaveLength(1);
  });

  it("is stopped when the conversation is deleted", async () => {
    const diary: string[] = [];
    const { rig } = visited(diary);
    await rig.say("Come in");
    await rig.pass(30_000);
    diary.length = 0;
    await rig.machine.request((awake) => void awake.stop());
    expect(diary).toEqual(["stopped"]);
  });
});
