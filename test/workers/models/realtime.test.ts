import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { Follower } from "../conversation/follower.ts";
import { api, Scene } from "../conversation/scene.ts";

/** In dollars a million tokens of text. */
const PRICES = { input: 4, output: 24 };

function say(scene: Scene, text: string): Promise<{ turn_id: string }> {
  const client_id = crypto.randomUUID();
  return scene.post("/messages", { text, client_id, model: "openai/gpt-realtime-2.1" });
}

test("a turn of a realtime model calls tools, is kept as text, and its cost is booked", async () => {
  const scene = await Scene.open();
  const reader = await Follower.bySocket(scene.id);
  await say(
    scene,
    tell(
      { text: ["Let me look. "], calls: [scene.call("outside_read", "a")], usage: { input: 30, output: 3 } },
      { text: ["It is ", "cold."], usage: { input: 40, output: 4 } },
    ),
  );
  const { cost_usd, status, usage } = await reader.event("turn_end");
  expect(status).toBe("completed");
  expect(await scene.said()).toEqual(["user: (told)", "assistant: Let me look. It is cold."]);
  expect(await scene.called("outside_read", "a")).toBe(1);
  expect(usage).toMatchObject({ input_tokens: 70, output_tokens: 7 });
  expect(cost_usd).toBeCloseTo((70 * PRICES.input + 7 * PRICES.output) / 1e6, 10);
});

test("a connection that breaks in an answer loses nothing: the call is made again", async () => {
  const scene = await Scene.open();
  const reader = await Follower.bySocket(scene.id);
  const broken = { text: ["In one", " piece."], usage: { input: 10, output: 6 }, cut_once: true };
  await say(scene, tell({ calls: [scene.call("outside_read", "a")] }, broken));
  await reader.event("turn_end");
  expect(await scene.said()).toEqual(["user: (told)", "assistant: In one piece."]);
  expect(await scene.called("outside_read", "a")).toBe(1);
});

test("an answer is halted while it comes, and the next one knows where", async () => {
  const scene = await Scene.open();
  const reader = await Follower.bySocket(scene.id);
  await scene.shut("b");
  await say(scene, tell({ text: ["One. ", "Two. "], hold: scene.hold("b", 3) }));
  await reader.saying("One. ");
  await scene.post("/halt");
  await reader.event("turn_end", ({ status }) => status === "halted");
  await scene.release("b");
  const { turn_id } = await say(scene, tell({ text: ["Yes?"] }));
  await reader.event("turn_end", (end) => end.turn_id === turn_id);
  expect(await scene.said()).toEqual([
    "user: (told)",
    "assistant: One.  (halted)",
    "user: (told)",
    "assistant: Yes?",
  ]);
  // A halted answer is paid for: as long as nobody tells what it took, by an estimate.
  expect((await reader.event("turn_end")).cost_usd).toBeGreaterThan(0);
});

test("whoever listens hears the answer while it is written; it is in no event, and others hear nothing", async () => {
  const scene = await Scene.open();
  const [listener, reader] = [await Follower.bySocket(scene.id), await Follower.bySocket(scene.id)];
  listener.send({ type: "listen", on: true });
  listener.send({ type: "ping" });
  await listener.frame(({ type }) => type === "pong");
  await evictDurableObject(scene.stub, { webSockets: "hibernate" });
  const answer = { text: ["It is ", "cold."], usage: { input: 40, output: 44 }, sound_tokens: 40 };
  await say(scene, tell({ text: ["One moment. "], calls: [scene.call("outside_read", "a")] }, answer));
  await listener.event("turn_end");
  await reader.event("turn_end");
  const heard = listener.frames.filter((frame) => frame.type === "speech");
  expect(heard.map(({ at, pcm, is_end }) => [at, pcm.length, is_end === true])).toEqual([
    [0, 0, false],
    [12, 3_200, false],
    [12, 0, true],
    [12, 0, false],
    [18, 3_200, false],
    [23, 3_200, false],
    [23, 0, true],
  ]);
  expect(reader.frames.some((frame) => frame.type === "speech")).toBe(false);
  expect(listener.raw).toEqual(reader.raw);
  expect(await scene.said()).toEqual(["user: (told)", "assistant: One moment. It is cold."]);
  listener.send({ type: "listen", on: false });
  const { turn_id } = await say(scene, tell({ text: ["Silent."] }));
  await listener.event("turn_end", (end) => end.turn_id === turn_id);
  expect(listener.frames.filter((frame) => frame.type === "speech")).toHaveLength(heard.length);
});

test("realtime models are offered beside the others, with the prices of sound", async () => {
  const { items } = await api<{ items: { id: string; configured: boolean; price: object | null }[] }>(
    "GET",
    "/models",
  );
  const model = items.find(({ id }) => id === "openai/gpt-realtime-2.1-mini");
  expect(model).toMatchObject({ configured: true, price: { audio_input: 10, audio_output: 20 } });
});
