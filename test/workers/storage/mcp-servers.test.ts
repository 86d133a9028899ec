import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { D1McpStore } from "../../../src/storage/d1/agents/mcp-servers.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import type { McpServer } from "../../../src/tools/mcp/store.ts";

const store = new D1McpStore(openDatabase((env as unknown as Env).DB), () => 1);
const owner = "usr_refresher";
const oauthOf = async (name: string) => (await store.get(owner, name))?.oauth;

async function added(name: string): Promise<McpServer> {
  const tokens = { access_token: "a1", refresh_token: "r1" };
  const lists = {
    agents: [],
    longest_call_seconds: 600,
    offers: { resources: false, prompts: [] },
    headers: {},
    accepted: [],
    listed: [],
    listed_at: null,
    problem: null,
  };
  const url = "https://mcp.example.com/";
  const server = { ...lists, owner, name, url, enabled: true, oauth: { tokens } };
  await store.put(server);
  return server;
}

test("of many that would refresh a token one does, until it has ended or is gone", async () => {
  await added("one");
  const turn = { refresh_token: "r1", now: 1_000, until: 61_000 };
  const begun = await Promise.all([1, 2, 3, 4].map(() => store.beginRefresh(owner, "one", turn)));
  expect(begun.filter(Boolean)).toHaveLength(1);
  expect(await store.beginRefresh(owner, "one", { ...turn, now: 61_000, until: 121_000 })).toBe(true);
  await store.endRefresh({ owner, name: "one" }, 61_000, { tokens: { access_token: "late" } });
  expect(await oauthOf("one")).toMatchObject({ tokens: { access_token: "a1" } });
  const tokens = { access_token: "a2", refresh_token: "r2" };
  await store.endRefresh({ owner, name: "one" }, 121_000, { tokens });
  expect(await oauthOf("one")).toEqual({ tokens });
  expect(await store.beginRefresh(owner, "one", { ...turn, now: 200_000, until: 260_000 })).toBe(false);
});

test("an edit and a refusal leave the tokens that came meanwhile as they are", async () => {
  const server = await added("edited");
  const tokens = { access_token: "a2", refresh_token: "r2" };
  await store.saveOAuth(owner, "edited", { tokens });
  await store.put({ ...server, enabled: false });
  await store.saveChallenge(owner, "edited", "Bearer");
  expect(await oauthOf("edited")).toEqual({ tokens, challenge: "Bearer" });
  expect(await store.get(owner, "edited")).toMatchObject({ enabled: false });
});
