import { expect, test } from "vitest";
import { somebody } from "./somebody.ts";

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
