/** Grants over HTTP: given by a decision, seen, changed and ended, each from the next call on. */
import { beforeEach, expect, test } from "vitest";
import { soon } from "../../support/soon.ts";
import { api, resultsOf, toCall, turn, waitingCall } from "./api.ts";

const asking = { slug: "asker", name: "Asker", instructions: "Asks.", tools: { think: "ask" } };
const think = () => toCall("think", { thought: "tea" });

beforeEach(async () => {
  const { items } = (await api("GET", "/grants")).json;
  for (const { id } of items) await api("DELETE", `/grants/${id}`);
});

async function asker(): Promise<void> {
  const made = await api("POST", "/agents", asking);
  expect([201, 409]).toContain(made.status);
}

async function parked(conversation?: string): Promise<string> {
  const { status, conversation_id } = await turn([think()], conversation, { agent: "asker" });
  expect(status).not.toBe("completed");
  return conversation_id;
}

async function decide(id: string, decision: string): Promise<void> {
  await api("POST", `/conversations/${id}/approvals`, { call_id: await waitingCall(id), decision });
  await soon(async () => expect((await resultsOf(id)).at(-1)?.is_error).toBe(false));
}

const granted = () =>
  soon(async () => {
    const { items } = (await api("GET", "/grants")).json;
    expect(items).toHaveLength(1);
    return items[0];
  });

test("of a scope that the card did not offer is refused, and the one for the task spares no other task", async () => {
  await asker();
  const id = await parked();
  const call_id = await waitingCall(id);
  const refused = await api("POST", `/conversations/${id}/approvals`, {
    call_id,
    decision: "allow_conversation",
  });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.json)).toContain("allow_once, allow_task, allow_ten, deny");
  await decide(id, "allow_task");
  // It is stored a moment after the decision.
  expect(await granted()).toMatchObject({
    agent: "asker",
    tool: "think",
    conversation_id: id,
    given: "card",
  });
  await parked(id);
});

test("ten times is counted, changed on its page, and ended from the next call on", async () => {
  await asker();
  const id = await parked();
  await decide(id, "allow_ten");
  const { id: grant } = await granted();
  expect((await turn([think(), think()], undefined, { agent: "asker" })).status).toBe("completed");
  expect(await granted()).toMatchObject({ max_uses: 10, uses: 2 });
  const changed = await api("PATCH", `/grants/${grant}`, { max_uses: 3 });
  expect(changed.json).toMatchObject({ max_uses: 3, uses: 2 });
  expect((await api("DELETE", `/grants/${grant}`)).status).toBe(204);
  await parked();
  expect((await api("DELETE", `/grants/${grant}`)).status).toBe(404);
});

test("is given on its page, for an agent and to destinations in their short form", async () => {
  await asker();
  const terms = { ends_at: null, max_uses: null, max_amount: null, after_reading: false };
  const to = ["https://Tea.example/a", "Ann@Bank.example"];
  const made = await api("POST", "/grants", { agent: "asker", tool: "web_fetch", to, ...terms });
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({ to: ["tea.example", "ann@bank.example"], given: "page" });
  expect((await api("DELETE", "/grants", { agent: "asker", tool: "web_fetch" })).status).toBe(204);
  expect((await api("GET", "/grants")).json.items).toEqual([]);
  expect((await api("DELETE", "/grants", { agent: "asker", tool: "web_fetch" })).status).toBe(404);
  const nobody = await api("POST", "/grants", { agent: "nobody", tool: "think", to: null, ...terms });
  expect(nobody.status).toBe(404);
});
