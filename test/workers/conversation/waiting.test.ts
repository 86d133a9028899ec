import { evictDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { Follower } from "./follower.ts";
import { api, fetchAs, Scene } from "./scene.ts";

const ASK = {
  id: "call_ask",
  name: "ask_user",
  pieces: ['{"question":"Red or blue?","options":["red","blue"]}'],
};

async function asked(): Promise<{ scene: Scene; before: Follower }> {
  const scene = await Scene.open();
  const before = await Follower.bySocket(scene.id);
  await scene.say(tell({ text: ["Well. "], calls: [ASK] }, { text: ["As you like it."] }));
  await before.event("state", ({ state }) => state === "parked");
  return { scene, before };
}

describe("a question", () => {
  test("waits through evictions and crashes, and its answer is the call's result", async () => {
    const { scene, before } = await asked();
    await evictDurableObject(scene.stub);
    await scene.crash();
    const after = await Follower.bySocket(scene.id, before.cursor);
    await scene.post("/answers", { call_id: "call_ask", text: "blue" });
    expect(await after.event("tool_result")).toMatchObject({ call_id: "call_ask", result: "blue" });
    await after.event("turn_end", ({ status }) => status === "completed");
    expect(await scene.said()).toEqual(["user: (told)", "assistant: Well. As you like it."]);
  });

  test("is answered once: the second answer is a duplicate", async () => {
    const { scene, before } = await asked();
    expect(await scene.post("/answers", { call_id: "call_ask", text: "blue" })).toMatchObject({
      duplicate: false,
    });
    expect(await scene.post("/answers", { call_id: "call_ask", text: "red" })).toMatchObject({
      duplicate: true,
    });
    expect(await before.event("tool_result")).toMatchObject({ result: "blue" });
  });

  test("is halted like any other turn, and stays halted after a crash", async () => {
    const { scene } = await asked();
    await scene.post("/halt");
    await scene.crash();
    await scene.ring();
    expect(await scene.said()).toEqual(["user: (told)", "assistant: Well.  (halted)"]);
  });

  test("that is answered in the moment of a crash is answered", async () => {
    const { scene, before } = await asked();
    await scene.post("/answers", { call_id: "call_ask", text: "blue" });
    await scene.crash();
    await scene.ring();
    const after = await Follower.bySocket(scene.id, before.cursor);
    await after.event("turn_end", ({ status }) => status === "completed");
    expect(await scene.said()).toEqual(["user: (told)", "assistant: Well. As you like it."]);
  });
});

describe("an approval", () => {
  async function waiting(): Promise<{ scene: Scene; before: Follower }> {
    const scene = await Scene.open();
    const before = await Follower.bySocket(scene.id);
    await scene.say(tell({ calls: [scene.call("outside_guarded", "paying")] }, { text: ["Done."] }));
    await before.event("approval");
    await before.event("state", ({ state }) => state === "parked");
    return { scene, before };
  }

  test("waits through a crash; allowed, the call runs, once", async () => {
    const { scene, before } = await waiting();
    await scene.crash();
    expect(await scene.called("outside_guarded", "paying")).toBe(0);
    const after = await Follower.bySocket(scene.id, before.cursor);
    await scene.post("/approvals", { call_id: "call_paying", decision: "allow_once" });
    await after.event("turn_end");
    expect(await scene.called("outside_guarded", "paying")).toBe(1);
  });

  test("that was given before a crash holds after it, and what had left is not sent again", async () => {
    const { scene, before } = await waiting();
    await scene.shut("paying");
    await scene.post("/approvals", { call_id: "call_paying", decision: "allow_once" });
    await scene.reached("paying");
    await scene.crash();
    await scene.ring();
    const after = await Follower.bySocket(scene.id, before.cursor);
    expect(await after.event("tool_result")).toMatchObject({ result: expect.stringMatching(/^interrupted/) });
    await after.event("turn_end");
    expect(await scene.called("outside_guarded", "paying")).toBe(1);
  });

  test("denied, the call never runs", async () => {
    const { scene, before } = await waiting();
    await scene.post("/approvals", { call_id: "call_paying", decision: "deny" });
    expect(await before.event("tool_result")).toMatchObject({ is_error: true });
    await before.event("turn_end");
    expect(await scene.called("outside_guarded", "paying")).toBe(0);
  });
});

describe("an archived conversation", () => {
  test("refuses a message with what to do, over HTTP and the socket, and takes the answer it waits for", async () => {
    const { scene, before } = await asked();
    await api("PATCH", `/conversations/${scene.id}`, { archived: true });
    before.send({ type: "send", client_id: "c2", text: "More", parent_id: null });
    const refused = { error: "archived", client_id: "c2", reason: expect.stringContaining("Bring it back") };
    expect(await before.frame(({ type }) => type === "refused")).toMatchObject(refused);
    const body = { text: "More", parent_id: null };
    const response = await fetchAs("POST", `/conversations/${scene.id}/messages`, { body });
    expect(response.status).toBe(409);
    await scene.post("/answers", { call_id: "call_ask", text: "blue" });
    await before.event("turn_end", ({ status }) => status === "completed");
    await api("PATCH", `/conversations/${scene.id}`, { archived: false });
    await scene.say(tell({ text: ["Here again."] }));
  });
});

describe("a halt", () => {
  test("in mid-stream keeps what was said, also through a crash", async () => {
    const scene = await Scene.open();
    await scene.shut("middle");
    const before = await Follower.bySocket(scene.id);
    await scene.say(tell({ text: ["Once upon ", "a time."], hold: scene.hold("middle", 2) }));
    await before.saying("Once upon ");
    await scene.post("/halt");
    await before.event("turn_end", ({ status }) => status === "halted");
    await scene.crash();
    expect(await scene.said()).toEqual(["user: (told)", "assistant: Once upon  (halted)"]);
  });

  test("in a tool ends the turn at once", async () => {
    const scene = await Scene.open();
    await scene.shut("doing");
    const before = await Follower.bySocket(scene.id);
    await scene.say(tell({ calls: [scene.call("outside_once", "doing")] }));
    await scene.reached("doing");
    await scene.post("/halt");
    await before.event("turn_end", ({ status }) => status === "halted");
    const [, answer] = await scene.messages();
    expect(answer?.parts.at(-1)).toMatchObject({
      type: "tool_result",
      content: expect.stringContaining("unknown"),
    });
  });
});

describe("a reminder", () => {
  test("rings in a conversation that was put out of memory meanwhile", async () => {
    const scene = await Scene.open();
    const before = await Follower.bySocket(scene.id);
    const remind = { id: "call_remind", name: "schedule_message", pieces: ['{"text":"tea","in_seconds":2}'] };
    await scene.say(tell({ calls: [remind] }, { text: ["I will."] }));
    await before.event("turn_end");
    before.leave();
    await evictDurableObject(scene.stub);
    const rung = () => scene.read("SELECT id FROM messages WHERE role = 'system' AND parts LIKE '%tea%'");
    await soon(async () => expect(await rung()).toHaveLength(1));
  });
});
