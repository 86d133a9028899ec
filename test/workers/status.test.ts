import { expect, test } from "vitest";
import { api, resultsOf } from "./tools/api.ts";

test("the status tells uptime, today's cost and what is active; the session's with the turn that asks", async () => {
  const before = (await api("GET", "/status")).json;
  const asked = await api("POST", "/chat", { message: "status", model: "offline/nightjar" });
  const [result] = await resultsOf(asked.json.conversation_id);
  const said = result?.content ?? "";
  expect(said).toMatch(/Tokens: [1-9]\d* in, [1-9]\d* out/);
  expect(said).toMatch(/All conversations today: \$\d/);
  expect(said).toContain("Up for ");
  const { json } = await api("GET", "/status");
  expect(json).toMatchObject({ uptime_s: expect.any(Number), today_usd: expect.any(Number) });
  // Conversations of other tests may still come into the list.
  expect(json.counts.active_conversations).toBeGreaterThan(before.counts.active_conversations);
});
