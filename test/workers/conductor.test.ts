import { expect, test } from "vitest";
import "../support/workers/provided.ts";
import { call } from "../support/model-wire/answer.ts";
import { tell } from "../support/model-wire/told-model.ts";
import { type ChatReply, callApi, chat, request } from "./api.ts";
import { somebody } from "./people/somebody.ts";

interface Agent {
  slug: string;
  version: number;
  role: string;
  owner: string | null;
  conductor: boolean;
  tools: Record<string, string>;
  instructions: string;
  limits: Record<string, number>;
}

interface Conducted {
  id: string;
  did: string;
  slug: string;
  by: string;
  undone_at: string | null;
}

const conductor = (slug: string, tools: Record<string, string>) =>
  callApi("POST", "/agents", {
    slug,
    name: slug,
    instructions: "Conduct.",
    models: ["openai/told"],
    conductor: true,
    tools,
  });

const created = (slug: string, more: object = {}) =>
  call("c1", "create_agent", { slug, name: "Made", instructions: "Serve.", ...more });

function last(): Promise<{ items: Conducted[] }> {
  return callApi("GET", "/conducted?limit=5");
}

type Asked = ChatReply & { asks: { call_id: string; reason: string }[] };

test("a conductor asks before it makes an agent, and what it made is listed and taken back", async () => {
  await conductor("maestro", {});
  const asked = (await chat(tell({ calls: [created("made-one")] }, { text: ["Made."] }), {
    agent: "maestro",
  })) as Asked;
  expect(asked.status).toBe("parked");
  expect(asked.asks[0]?.reason).toContain('make the agent "made-one"');
  expect((await request("GET", "/agents/made-one")).status).toBe(404);
  const [ask] = asked.asks;
  const path = `/conversations/${asked.conversation_id}/approvals`;
  expect((await request("POST", path, { call_id: ask?.call_id, decision: "allow_once" })).ok).toBe(true);
  await expect.poll(async () => (await request("GET", "/agents/made-one")).status).toBe(200);

  const made = await callApi<Agent>("GET", "/agents/made-one");
  expect(made).toMatchObject({ owner: "admin", conductor: false, version: 1 });
  const [done] = (await last()).items;
  expect(done).toMatchObject({ did: "created", slug: "made-one", by: "maestro", undone_at: null });
  const bob = await somebody("member");
  expect((await bob.ask("POST", `/conducted/${done?.id}/undo`)).status).toBe(404);
  await callApi("POST", `/conducted/${done?.id}/undo`);
  expect((await request("GET", "/agents/made-one")).status).toBe(404);
  expect((await request("POST", `/conducted/${done?.id}/undo`)).status).toBe(409);
});

test("where its rules name it as allowed it does so at once, never with more rights than it has", async () => {
  await conductor("allowed", { create_agent: "allow", update_agent: "allow", web_fetch: "deny" });
  const wish = { tools: { web_fetch: "allow", remember: "ask" }, spend_per_month_usd: 3 };
  const reply = await chat(tell({ calls: [created("made-two", wish)] }, { text: ["Made."] }), {
    agent: "allowed",
  });
  expect(reply.status).toBe("completed");
  const made = await callApi<Agent>("GET", "/agents/made-two");
  expect(made.tools).toMatchObject({ web_fetch: "deny", remember: "ask" });

  const change = call("c2", "update_agent", {
    slug: "made-two",
    role: "counts",
    tools: { remember: "allow" },
  });
  await chat(tell({ calls: [change] }, { text: ["Changed."] }), { agent: "allowed" });
  const changed = await callApi<Agent>("GET", "/agents/made-two");
  expect(changed).toMatchObject({
    role: "counts",
    version: 2,
    instructions: "Serve.",
    limits: { spend_per_month_usd: 3 },
  });
  expect(changed.tools["remember"]).toBe("ask");

  const [updated, createdOne] = (await last()).items;
  expect(updated).toMatchObject({ did: "updated", slug: "made-two" });
  expect((await request("POST", `/conducted/${createdOne?.id}/undo`)).status).toBe(409);
  await callApi("POST", `/conducted/${updated?.id}/undo`);
  expect(await callApi<Agent>("GET", "/agents/made-two")).toMatchObject({ role: "", version: 3 });
});

test("an agent that is no conductor has no such tool, and what a person alone may set is refused", async () => {
  await callApi("POST", "/agents", {
    slug: "player",
    name: "Player",
    instructions: "Play.",
    models: ["openai/told"],
  });
  await chat(tell({ calls: [created("made-three")] }, { text: ["Done."] }), { agent: "player" });
  await chat(tell({ calls: [created("made-three", { conductor: true })] }, { text: ["Done."] }), {
    agent: "allowed",
  });
  await chat(tell({ calls: [created("made-three", { owner: "psn_other" })] }, { text: ["Done."] }), {
    agent: "allowed",
  });
  expect((await request("GET", "/agents/made-three")).status).toBe(404);
});

const TAG = `[CREATE_CRON]
Name: Morning digest
Schedule: 0 9 * * 1-5
Timezone: Europe/Vienna
Write the digest of my inbox.
[/CREATE_CRON]`;

interface Schedules {
  items: { id: string; name: string; cron?: string; text: string }[];
}

test("a schedule that an agent made by a tag is listed, changed and taken back", async () => {
  await conductor("clock", { create_cron: "allow", update_schedule: "allow" });
  const schedules = () => callApi<Schedules>("GET", "/schedules");
  const reply = await chat(tell({ text: [`It comes each morning.\n${TAG}`] }, { text: ["Done."] }), {
    agent: "clock",
  });
  expect(reply.reply).not.toContain("CREATE_CRON");
  const [digest] = (await schedules()).items;
  expect(digest).toMatchObject({
    name: "Morning digest",
    cron: "0 9 * * 1-5",
    text: "Write the digest of my inbox.",
  });
  const later = call("c9", "update_schedule", { id: digest?.id, cron: "0 10 * * 1-5" });
  await chat(tell({ calls: [later] }, { text: ["Changed."] }), { agent: "clock" });
  expect((await schedules()).items).toMatchObject([{ cron: "0 10 * * 1-5" }]);

  const [updated, made] = (await last()).items;
  expect(made).toMatchObject({ did: "created", kind: "schedule", name: "Morning digest", by: "clock" });
  expect((await request("POST", `/conducted/${made?.id}/undo`)).status).toBe(409);
  await callApi("POST", `/conducted/${updated?.id}/undo`);
  expect((await schedules()).items).toMatchObject([{ cron: "0 9 * * 1-5" }]);
  expect((await request("POST", `/conducted/${made?.id}/undo`)).status).toBe(409);

  await chat(tell({ calls: [call("c10", "cancel_scheduled", { id: digest?.id })] }, { text: ["Gone."] }), {
    agent: "clock",
  });
  expect((await schedules()).items).toEqual([]);
  const [removed] = (await last()).items;
  expect(removed).toMatchObject({ did: "removed", kind: "schedule", name: "Morning digest" });
  await callApi("POST", `/conducted/${removed?.id}/undo`);
  expect((await schedules()).items).toMatchObject([{ id: digest?.id, cron: "0 9 * * 1-5" }]);
});

test("a message that an agent cancelled waits again, once it is taken back", async () => {
  await conductor("bell", {});
  const wake = { text: "Call Ann", in_seconds: 3_600 };
  const first = await chat(tell({ calls: [call("c1", "schedule_message", wake)] }, { text: ["Set."] }), {
    agent: "bell",
  });
  const { conversation_id } = first;
  const waits = async () => {
    const path = `/conversations/${conversation_id}/reminders`;
    return (await callApi<{ items: Record<string, string>[] }>("GET", path)).items;
  };
  const [reminder] = await waits();
  const cancel = call("c2", "cancel_scheduled", { id: reminder?.["id"] });
  await chat(tell({ calls: [cancel] }, { text: ["Gone."] }), { conversation_id });
  expect(await waits()).toEqual([]);
  const [removed] = (await last()).items;
  expect(removed).toMatchObject({ did: "removed", kind: "message", name: "Call Ann" });
  await callApi("POST", `/conducted/${removed?.id}/undo`);
  expect(await waits()).toMatchObject([{ text: "Call Ann", at: reminder?.["at"] }]);
});
