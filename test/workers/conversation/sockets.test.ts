import { evictDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { Random } from "../../chaos/random.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { Follower } from "./follower.ts";
import { Scene } from "./scene.ts";

const LONG = Array.from({ length: 300 }, (_, n) => `wörd${n} 🐦 `);

describe("everybody who reads a conversation", () => {
  test("sees the same bytes: two sockets and an event stream", async () => {
    const scene = await Scene.open();
    const readers = [
      await Follower.bySocket(scene.id),
      await Follower.bySocket(scene.id),
      await Follower.byStream(scene.id),
    ];
    await scene.say(
      tell({ text: LONG.slice(0, 100), calls: [scene.call("outside_read", "a")] }, { text: LONG }),
    );
    for (const reader of readers) await reader.event("turn_end");
    const [first, ...others] = readers.map((reader) => reader.raw);
    for (const raw of others) expect(raw).toEqual(first);
    const [, answer] = await scene.messages();
    const stored = answer?.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
    for (const reader of readers) expect(reader.text).toBe(stored);
  });

  test("gets from any cursor exactly what came after it", async () => {
    const scene = await Scene.open();
    const whole = await Follower.bySocket(scene.id);
    await scene.say(
      tell({ text: LONG.slice(0, 60), calls: [scene.call("outside_read", "a")] }, { text: ["Done."] }),
    );
    await whole.event("turn_end");
    const last = whole.cursor;
    for (const cursor of [0, 1, 2, 3, 5, 8, last - 1, last]) {
      const again = await Follower.bySocket(scene.id, cursor);
      expect(await again.frame((frame) => frame.type === "ready")).toEqual({
        type: "ready",
        seq: expect.any(Number),
      });
      expect(again.raw).toEqual(whole.raw.filter((raw) => JSON.parse(raw).seq > cursor));
      const stream = await Follower.byStream(scene.id, cursor);
      if (cursor < last) await stream.event("turn_end");
      expect(stream.raw).toEqual(again.raw);
    }
  });

  test("may break off and come back in mid-stream, again and again, and misses nothing", async () => {
    const scene = await Scene.open();
    const steady = await Follower.bySocket(scene.id);
    const gates = ["g0", "g1", "g2", "g3", "g4"];
    await scene.shut(...gates);
    await scene.say(
      tell(...gates.map((gate) => ({ text: [`${gate} `], calls: [scene.call("outside_read", gate)] })), {
        text: ["End."],
      }),
    );
    const raw: string[] = [];
    let cursor = 0;
    for (const gate of gates) {
      await scene.reached(gate);
      const visitor = await Follower.bySocket(scene.id, cursor);
      await visitor.frame((frame) => frame.type === "ready");
      raw.push(...visitor.raw);
      cursor = Math.max(cursor, visitor.cursor);
      visitor.leave();
      await scene.release(gate);
    }
    await steady.event("turn_end");
    const last = await Follower.bySocket(scene.id, cursor);
    await last.event("turn_end");
    expect([...raw, ...last.raw]).toEqual(steady.raw);
  });
});

/** A tab that loses its connection after a few frames, again and again, at least so often. */
async function restless(scene: Scene, random: Random, times: number) {
  let inStream = 0;
  const seen = new Follower();
  const hasEnded = ({ events }: Follower) => events.some(({ type }) => type === "turn_end");
  for (let lost = 0; !hasEnded(seen) || lost < times; lost++) {
    const tab = await Follower.bySocket(scene.id, seen.cursor);
    const patience = hasEnded(seen) ? 0 : random.between(0, 5);
    await tab.frame(() => tab.raw.length >= patience || hasEnded(tab));
    for (const raw of tab.raw) seen.take(raw);
    if (!hasEnded(seen)) inStream += 1;
    tab.leave();
  }
  return { seen, inStream };
}

test("connections lost a hundred times, in three tabs at once: each shows what is stored, byte for byte", async () => {
  const scene = await Scene.open();
  const steady = await Follower.bySocket(scene.id);
  const calls = [scene.call("outside_read", "a")];
  await scene.say(tell({ text: LONG, calls, gap_ms: 2 }, { text: LONG, gap_ms: 3 }));
  const tabs = await Promise.all([1, 2, 3].map((seed) => restless(scene, new Random(seed), 34)));
  await steady.event("turn_end");
  const [, answer] = await scene.messages();
  const stored = answer?.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  expect(stored).toBe([...LONG, ...LONG].join(""));
  for (const { seen, inStream } of tabs) {
    expect(seen.raw).toEqual(steady.raw);
    expect(seen.text).toBe(stored);
    expect(inStream).toBeGreaterThan(5);
  }
});

describe("a socket", () => {
  test("sleeps with its conversation, and goes on receiving when that wakes", async () => {
    const scene = await Scene.open();
    const reader = await Follower.bySocket(scene.id);
    await scene.say(tell({ text: ["First."] }), "one");
    await reader.event("turn_end");
    await evictDurableObject(scene.stub, { webSockets: "hibernate" });
    expect(reader.isClosed).toBe(false);
    reader.send({ type: "ping" });
    await reader.frame((frame) => frame.type === "pong");
    reader.send({ type: "send", client_id: "two", text: tell({ text: ["Second."] }) });
    expect(await reader.frame((frame) => frame.type === "accepted")).toMatchObject({ duplicate: false });
    await reader.saying("Second.");
    const { turn_id } = reader.events.at(-1) ?? {};
    await reader.event("turn_end", (end) => end.turn_id === turn_id);
    expect(await scene.said()).toEqual([
      "user: (told)",
      "assistant: First.",
      "user: (told)",
      "assistant: Second.",
    ]);
  });

  test("takes the same send twice for one message", async () => {
    const scene = await Scene.open();
    const reader = await Follower.bySocket(scene.id);
    const frame = { type: "send" as const, client_id: "one", text: tell({ text: ["Once."] }) };
    reader.send(frame);
    reader.send(frame);
    await reader.frame((answer) => answer.type === "accepted" && answer.duplicate);
    await reader.event("turn_end");
    expect(await scene.said()).toEqual(["user: (told)", "assistant: Once."]);
  });

  test("is told what is wrong with a frame, and stays open", async () => {
    const scene = await Scene.open();
    const reader = await Follower.bySocket(scene.id);
    reader.send({ type: "dance" } as never);
    expect(await reader.frame((frame) => frame.type === "refused")).toMatchObject({
      error: "malformed_request",
    });
    reader.send({ type: "ping" });
    await reader.frame((frame) => frame.type === "pong");
  });

  test("answers, allows and halts", async () => {
    const scene = await Scene.open();
    const reader = await Follower.bySocket(scene.id);
    await scene.shut("doing");
    const calls = [scene.call("outside_guarded", "doing")];
    reader.send({ type: "send", client_id: "one", text: tell({ calls }) });
    const { call_id } = await reader.event("approval");
    await reader.event("state", ({ state }) => state === "parked");
    reader.send({ type: "approve", call_id, decision: "allow_once" });
    await scene.reached("doing");
    reader.send({ type: "halt" });
    await reader.event("turn_end", ({ status }) => status === "halted");
  });
});
