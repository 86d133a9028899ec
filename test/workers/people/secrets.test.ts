import { expect, test } from "vitest";
import { request } from "../api.ts";
import { somebody } from "./somebody.ts";

const server = (headers: Record<string, string>) => ({
  name: "tracker",
  url: "https://mcp.invalid.example.com/mcp",
  headers,
});
const secret = { authorization: "Bearer {{secret:MCP_TRACKER}}" };

test("a secret of the instance is referred to by admins alone, in a new server and in a change", async () => {
  const member = await somebody("member");
  const refused = await member.ask("POST", "/mcp-servers", server(secret));
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    reason: expect.stringContaining("MCP_TRACKER is a secret of the instance"),
  });
  expect((await member.ask("POST", "/mcp-servers", server({ authorization: "Bearer own" }))).status).toBe(
    201,
  );
  expect((await member.ask("PATCH", "/mcp-servers/tracker", { headers: secret })).status).toBe(403);
  const admin = await request("POST", "/mcp-servers", server(secret));
  expect(await admin.json()).toMatchObject({
    problem: "The secret MCP_TRACKER is not set, or is not yours to use.",
  });
  expect((await request("DELETE", "/mcp-servers/tracker")).status).toBe(204);
});
