/** Corrections of what a tool's arguments count as: its server's owner makes them, and takes them back. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import type { McpServerSummary } from "../../../src/contract/agents/mcp.ts";
import { D1McpStore } from "../../../src/storage/d1/agents/mcp-servers.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { type Somebody, somebody } from "../people/somebody.ts";

const store = new D1McpStore(openDatabase((env as unknown as Env).DB), () => 1);

async function withServer({ ask, id }: Somebody): Promise<void> {
  const server = { name: "desk", url: "https://mcp.example.com/", oauth: true };
  expect((await ask("POST", "/mcp-servers", server)).status).toBe(201);
  const properties = { queue: { type: "string" }, email: { type: "string" } };
  const tool = { name: "file", description: "", input: { type: "object", properties }, read_only: false };
  const added = await store.get(id, "desk");
  if (!added) throw new Error("no server");
  await store.put({ ...added, accepted: [tool], listed: [tool] });
}

async function correct({ ask }: Somebody, kinds: object, tool = "file") {
  const answer = await ask("PUT", "/mcp-servers/desk/arguments", { tool, kinds });
  return { status: answer.status, said: await answer.json<McpServerSummary>() };
}

test("its owner corrects an argument, and goes back to the default", async () => {
  const ann = await somebody("member");
  await withServer(ann);
  const { said } = await correct(ann, { queue: "destination" });
  expect(said.tools[0]?.arguments).toEqual([
    { path: "queue", kind: "plain", corrected: "destination" },
    { path: "email", kind: "destination", corrected: null },
  ]);
  expect((await store.get(ann.id, "desk"))?.argument_kinds).toEqual({ file: { queue: "destination" } });
  await correct(ann, {});
  expect((await store.get(ann.id, "desk"))?.argument_kinds).toEqual({});
});

test("nobody else does, and no argument or tool that is not there is corrected", async () => {
  const [ann, bob] = [await somebody("member"), await somebody("member")];
  await withServer(ann);
  expect((await correct(bob, { queue: "plain" })).status).toBe(404);
  expect((await correct(ann, { queue: "plain" }, "other")).status).toBe(404);
  expect((await correct(ann, { other: "plain" })).status).toBe(400);
  expect((await correct(ann, { queue: "act" })).status).toBe(400);
  expect((await store.get(ann.id, "desk"))?.argument_kinds).toEqual({});
});
