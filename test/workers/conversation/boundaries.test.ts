import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/domain/message.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { Follower } from "./follower.ts";
import { Scene } from "./scene.ts";

const DONE = { text: ["All ", "is ", "done."] };

/** Reported with each call that ends: what is on the bill as an estimate was lost. */
const USAGE = { input: 10, output: 5 };

/** A turn with every boundary there is, which stops at the gate of that name. */
async function begin(stop: string): Promise<{ scene: Scene; before: Follower; words: string }> {
  const scene = await Scene.open();
  const held = (gate: string, after: number) => (stop === gate ? { hold: scene.hold(gate, after) } : {});
  const words = tell(
    {
      text: ["Let me ", "see."],
      usage: USAGE,
      calls: [scene.call("outside_read", "reading"), scene.call("outside_once", "doing")],
      ...(stop === "first-delta" ? held("first-delta", 2) : held("model", 0)),
    },
    { usage: USAGE, calls: [scene.call("outside_write", "writing")], ...held("next-step", 0) },
    { ...DONE, usage: USAGE, ...(stop === "last-delta" ? held("last-delta", 4) : held("last-step", 0)) },
  );
  await scene.shut(stop);
  const before = await Follower.bySocket(scene.id);
  await scene.say(words, "one");
  return { scene, before, words };
}

function resultsOf(message: Message | undefined): string[] {
  return (message?.parts ?? []).flatMap((part) => (part.type === "tool_result" ? [part.content] : []));
}

/** It lives again by its own alarm, and everything is as if nothing had been. */
async function recovers(scene: Scene, before: Follower, words: string): Promise<Message | undefined> {
  await scene.crash();
  const { cursor } = before;
  expect(await scene.ring()).toBe(true);
  const after = await Follower.bySocket(scene.id, cursor);
  for (const gate of [
    "claimed",
    "built",
    "model",
    "first-delta",
    "reading",
    "doing",
    "next-step",
    "writing",
    "last-step",
    "last-delta",
  ])
    await scene.release(gate);
  await after.event("turn_end");

  expect(await scene.say(words, "one")).toMatchObject({ duplicate: true });
  expect(await scene.said()).toEqual(["user: (told)", "assistant: Let me see.All is done."]);
  expect(await scene.called("outside_once", "doing")).toBe(1);
  expect([...before.events, ...after.events].filter(({ type }) => type === "turn_end")).toHaveLength(1);
  const seqs = [...before.events, ...after.events].map(({ seq }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));

  const whole = await Follower.bySocket(scene.id);
  await whole.frame((frame) => frame.type === "ready");
  expect(whole.text).toBe("Let me see.All is done.");
  expect(whole.raw.slice(-after.raw.length)).toEqual(after.raw);
  const watched = new Map([...before.raw, ...after.raw].map((raw) => [JSON.parse(raw).seq as number, raw]));
  for (const raw of whole.raw) expect(watched.get(JSON.parse(raw).seq)).toBe(raw);
  return (await scene.messages()).at(-1);
}

const ALL_DONE = ["outside_read is done", "outside_once is done", "outside_write is done"];

describe("a crash", () => {
  test("right after the message was accepted", async () => {
    const scene = await Scene.open();
    const before = await Follower.bySocket(scene.id);
    const words = tell({ text: ["Let me ", "see."], calls: [scene.call("outside_once", "doing")] }, DONE);
    await scene.say(words, "one");
    const answer = await recovers(scene, before, words);
    expect(resultsOf(answer)).toHaveLength(1);
  });

  const points: [string, string, (scene: Scene, before: Follower) => Promise<unknown>][] = [
    ["when the turn was claimed", "claimed", (scene) => scene.reached("claimed")],
    ["when the request stands and has not left", "built", (scene) => scene.reached("built")],
    ["when the model has been asked", "model", (scene) => scene.reached("model")],
    ["after the first delta", "first-delta", (_scene, before) => before.saying("Let me")],
    ["while a read runs", "reading", (scene) => scene.reached("reading")],
    [
      "when the tools have settled and the model is asked again",
      "next-step",
      (scene) => scene.reached("next-step"),
    ],
    ["while an idempotent call runs", "writing", (scene) => scene.reached("writing")],
    ["when the model is asked for the last time", "last-step", (scene) => scene.reached("last-step")],
    ["after the last delta, before the end", "last-delta", (_scene, before) => before.saying("done.")],
  ];
  for (const [when, stop, isThere] of points) {
    test(when, async () => {
      const { scene, before, words } = await begin(stop);
      await isThere(scene, before);
      const answer = await recovers(scene, before, words);
      expect(resultsOf(answer)).toEqual(ALL_DONE);
    });
  }

  test("while a once call runs: it is not made again, and the model is told so", async () => {
    const { scene, before, words } = await begin("doing");
    await scene.reached("doing");
    const answer = await recovers(scene, before, words);
    expect(resultsOf(answer)).toEqual([
      "outside_read is done",
      expect.stringMatching(/^interrupted: outcome unknown/),
      "outside_write is done",
    ]);
  });

  test("when the answer is stored: nothing is said twice, and what it cost is told", async () => {
    const { scene, before, words } = await begin("nothing");
    const { turn_id } = await before.event("turn_end");
    const answer = await recoversFromEnd(scene, words);
    expect(resultsOf(answer)).toEqual(ALL_DONE);
    // By its own alarm, a second or two later.
    await soon(async () => expect(await scene.costs()).toBe(3));
    // The ledger is written before the work is struck off.
    const left = () => scene.read("SELECT * FROM after_work");
    await soon(async () => expect(await left()).toEqual([]));
    expect(await scene.trace(turn_id ?? "")).toMatchObject({ status: "completed" });
  });

  test("of which nobody knows: the object wakes by itself, and the lost call is on the bill as an estimate", async () => {
    const { scene, before } = await begin("model");
    await scene.reached("model");
    await scene.crash();
    await scene.reached("model", 2);
    await scene.release("model");
    const after = await Follower.bySocket(scene.id, before.cursor);
    await after.event("turn_end");
    expect(await scene.said()).toEqual(["user: (told)", "assistant: Let me see.All is done."]);
    const ledger = async () => (await scene.spending())?.estimated_calls;
    await soon(async () => expect(await ledger()).toBe(1));
  });

  test("that comes again each time: five times, each on the bill, then it is given up, and the next message works", async () => {
    const { scene } = await begin("model");
    for (let time = 1; time <= 5; time++) {
      await scene.reached("model", time);
      await scene.crash();
      await scene.ring();
    }
    const follower = await Follower.bySocket(scene.id);
    const { reason } = await follower.event("error");
    expect(reason).toContain("interrupted 5 times");
    await follower.event("turn_end", ({ status }) => status === "failed");
    await scene.say(tell({ text: ["Here I am."], usage: USAGE }), "two");
    await follower.event("turn_end", ({ status }) => status === "completed");
    expect((await scene.said()).slice(1)).toEqual([
      "assistant:  (failed)",
      "user: (told)",
      "assistant: Here I am.",
    ]);
    const estimated = async () => (await scene.spending())?.estimated_calls;
    await soon(async () => expect(await estimated()).toBe(5));
  });

  test("with others waiting: each is answered, in order", async () => {
    const { scene } = await begin("model");
    await scene.reached("model");
    await scene.say(tell({ text: ["Second."] }), "two");
    await scene.say(tell({ text: ["Third."] }), "three");
    await scene.crash();
    await scene.ring();
    await scene.release("model");
    const follower = await Follower.bySocket(scene.id);
    await follower.saying("Third.");
    const third = follower.events.findLast((event) => event.type === "turn_start")?.turn_id;
    await follower.event("turn_end", ({ turn_id }) => turn_id === third);
    expect((await scene.said()).filter((line) => line.startsWith("assistant"))).toEqual([
      "assistant: Let me see.All is done.",
      "assistant: Second.",
      "assistant: Third.",
    ]);
  });
});

async function recoversFromEnd(scene: Scene, words: string): Promise<Message | undefined> {
  const before = await scene.messages();
  await scene.crash();
  await scene.ring();
  expect(await scene.say(words, "one")).toMatchObject({ duplicate: true });
  const after = await scene.messages();
  expect(after).toEqual(before);
  return after.at(-1);
}
