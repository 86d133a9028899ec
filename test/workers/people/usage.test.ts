import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { type Somebody, somebody } from "./somebody.ts";

interface Usage {
  items: { what: string; used: number; limit: number }[];
}

test("what somebody keeps is told, and the twenty-first MCP server is refused with what to do", async () => {
  const who = await somebody("member");
  expect((await who.ask("PUT", "/workspace/a.md", "x".repeat(200_000))).status).toBe(201);
  expect((await who.ask("POST", "/memory/items", { content: "Likes tea." })).status).toBeLessThan(300);
  for (let n = 0; n < 20; n++) {
    const made = await who.ask("POST", "/mcp-servers", {
      name: `s${n}`,
      url: "https://mcp.example.com/",
      oauth: true,
    });
    expect(made.status).toBe(201);
  }
  const refused = await who.ask("POST", "/mcp-servers", {
    name: "more",
    url: "https://mcp.example.com/",
    oauth: true,
  });
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({
    reason: expect.stringMatching(/20 MCP servers\. Remove one/),
  });
  const usage = (await (await who.ask("GET", "/me/usage")).json()) as Usage;
  const used = Object.fromEntries(usage.items.map((item) => [item.what, item.used]));
  expect(used).toMatchObject({ workspace_mb: 0.2, workspace_files: 1, memory_items: 1, mcp_servers: 20 });
});

test("what is scheduled counts over all conversations until it is cancelled or has rung", async () => {
  const who = await somebody("member");
  const says = async (tool: string, input: object, conversation_id?: string): Promise<string> => {
    const message = tell({ calls: [call(`call_${tool}`, tool, input)] }, { text: ["Done."] });
    const sent = { message, model: "openai/told", ...(conversation_id && { conversation_id }) };
    const answer = await who.ask("POST", "/chat", sent);
    return ((await answer.json()) as { conversation_id: string }).conversation_id;
  };
  const used = async () => {
    const { items } = (await (await who.ask("GET", "/me/usage")).json()) as Usage;
    return items.find(({ what }) => what === "schedules")?.used;
  };
  const tea = await says("schedule_message", { text: "Tea", in_seconds: 3_600 });
  await says("schedule_message", { text: "Cake", in_seconds: 3_600 });
  expect(await used()).toBe(2);
  await soon(async () => expect(await indexed(tea)).toMatchObject({ scheduled: 1 }));
  await says("cancel_scheduled", { id: await scheduledIn(who, tea) }, tea);
  expect(await used()).toBe(1);
  await soon(async () => expect(await indexed(tea)).toMatchObject({ scheduled: 0 }));
  const rung = await says("schedule_message", { text: tell({ text: ["Now."] }), in_seconds: 0.05 });
  await soon(async () => expect(await indexed(rung)).toMatchObject({ scheduled: 0, message_count: 4 }));
});

/** As the list of conversations has it. */
async function indexed(id: string): Promise<unknown> {
  const { DB } = env as unknown as Env;
  return DB.prepare("SELECT scheduled, message_count FROM conversations WHERE id = ?").bind(id).first();
}

async function scheduledIn({ ask }: Somebody, id: string): Promise<string> {
  const said = await (await ask("GET", `/conversations/${id}/messages`)).text();
  return /Scheduled (sch_\w+)/.exec(said)?.[1] ?? "";
}
