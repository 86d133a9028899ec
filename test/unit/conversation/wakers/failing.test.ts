import { describe, expect, it } from "vitest";
import type { Waker, WakerMaker } from "../../../../durable-objects/conversation/wakers/waker.ts";
import { ConversationRig } from "../../../support/machine/rig.ts";

type Way = "due" | "enter" | "wake at once" | "wake later";
const WAYS: Way[] = ["due", "enter", "wake at once", "wake later"];

interface Told {
  /** When it was asked, in ms since it was due. */
  tries: number[];
  goneOn: number[];
  isWell: boolean;
}

/** Due at that time until it has worked; it fails in that way as long as it is not well. */
function failing(way: Way, at: number, told: Told): WakerMaker {
  return (_store, { now }) => {
    let isDone = false;
    const fails = (here: Way) => {
      if (here !== way || isDone || now() < at) return;
      told.tries.push(now() - at);
      if (!told.isWell) throw new Error("it is broken");
    };
    const waker: Waker = {
      name: "failing",
      due() {
        fails("due");
        return isDone ? null : at;
      },
      enter: () => fails("enter"),
      wake(time) {
        fails("wake at once");
        const later = async () => {
          fails("wake later");
          if (told.isWell && time >= at) isDone = true;
        };
        return later();
      },
    };
    return waker;
  };
}

/** Behind it in the list: due each ten minutes. */
function steady(first: number, told: Told): WakerMaker {
  return () => {
    let due = first;
    return {
      name: "steady",
      due: () => due,
      async wake(now) {
        if (now < due) return;
        told.goneOn.push(now - first);
        due += 600_000;
      },
    };
  };
}

function scene(way: Way) {
  const told: Told = { tries: [], goneOn: [], isWell: false };
  const rig: ConversationRig = new ConversationRig({
    ports: () => ({ wakers: [failing(way, at, told), steady(at, told)] }),
  });
  const at = rig.timeline.now + 3_600_000;
  return { rig, told };
}

describe.each(WAYS)("a waker that fails in %s", (way) => {
  it("takes neither the others nor the alarm along", async () => {
    const { rig, told } = scene(way);
    await rig.say("Hello");
    await rig.pass(3_600_000 + 1_200_000);
    expect(told.goneOn.map((ms) => Math.round(ms / 60_000))).toEqual([0, 10, 20]);
    expect(rig.logged).toContain("waker_failed");
    await rig.say("Still there?");
    await rig.pass();
    expect(rig.said().at(-1)).toBe("assistant: ok");
  });

  it("is tried again after pauses that grow, and no more once it is well", async () => {
    const { rig, told } = scene(way);
    await rig.say("Hello");
    await rig.pass(3_600_000 + 60_000);
    const apart = [...new Set(told.tries)].flatMap((time, index, all) =>
      index > 0 ? [time - (all[index - 1] ?? 0)] : [],
    );
    expect(apart).toEqual([2_000, 4_000, 8_000, 16_000]);
    told.isWell = true;
    await rig.pass(3_600_000);
    const tries = told.tries.length;
    await rig.pass(3_600_000);
    expect(told.tries).toHaveLength(tries);
  });
});
