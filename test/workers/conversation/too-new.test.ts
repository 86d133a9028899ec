import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { Follower } from "./follower.ts";
import { fetchAs, Scene } from "./scene.ts";

/** A version that this code has never heard of has opened it, and needs one like itself from then on. */
async function openedByALaterOne(): Promise<Scene> {
  const scene = await Scene.open();
  const reader = await Follower.bySocket(scene.id);
  await scene.say(tell({ text: ["Good evening."] }));
  await reader.event("turn_end");
  await runInDurableObject(scene.stub, (_, { storage }) => {
    storage.sql.exec("INSERT INTO migrations (version, needs) VALUES (1000, 1000)");
  });
  await evictDurableObject(scene.stub);
  return scene;
}

test("a conversation that needs a newer version says so, whatever is asked of it, and stays as it is", async () => {
  const scene = await openedByALaterOne();
  const asked: [string, string, unknown?][] = [
    ["GET", ""],
    ["GET", "/messages"],
    ["GET", "/events?cursor=0"],
    ["PATCH", "", { title: "Mine" }],
    ["DELETE", ""],
  ];
  for (const [method, path, body] of asked) {
    const response = await fetchAs(method, `/conversations/${scene.id}${path}`, { body });
    expect([method, path, response.status]).toEqual([method, path, 409]);
    expect(await response.text()).toContain("Update to that version");
  }
  await runInDurableObject(scene.stub, (_, { storage }) => storage.setAlarm(Date.now() + 60_000));
  expect(await runDurableObjectAlarm(scene.stub)).toBe(true);
  await runInDurableObject(scene.stub, async (_, { storage }) => {
    const [row] = storage.sql.exec("SELECT COUNT(*) AS messages FROM messages").toArray();
    expect(row).toEqual({ messages: 2 });
    // What is due there is looked for again.
    expect(await storage.getAlarm()).not.toBeNull();
    storage.sql.exec("DELETE FROM migrations WHERE version = 1000");
  });
  await evictDurableObject(scene.stub);
  expect(await scene.messages()).toHaveLength(2);
});
