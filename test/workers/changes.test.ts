import { describe, expect, test } from "vitest";
import { callApi, request } from "./api.ts";

const AGENT = {
  slug: "keeper",
  name: "Keeper",
  role: "Keeps things.",
  instructions: "Keep.",
  models: ["openai/told"],
  tools: { calculate: "ask" },
  skills: ["research"],
  limits: { max_steps: 7, max_output_tokens: 900 },
};
const SERVER = {
  name: "tracker",
  url: "https://mcp.example.com/mcp",
  headers: { "x-key": "secret" },
  agents: ["nightjar"],
  oauth: true,
  enabled: true,
};

describe("a change", () => {
  test("of an agent leaves what it does not name as it was", async () => {
    await callApi("POST", "/agents", AGENT);
    await callApi("PATCH", "/agents/keeper", { name: "Warden", limits: { max_steps: 9 } });
    expect(await callApi("GET", "/agents/keeper")).toMatchObject({
      ...AGENT,
      name: "Warden",
      limits: { ...AGENT.limits, max_steps: 9 },
      version: 2,
    });
    await callApi("PUT", "/agents/keeper", { name: "New", instructions: "Begin anew." });
    expect(await callApi("GET", "/agents/keeper")).toMatchObject({
      name: "New",
      role: "",
      tools: {},
      skills: [],
    });
    const refused = await request("PUT", "/agents/keeper", { name: "Half" });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { reason: expect.stringMatching(/instructions/) },
    ]);
  });

  test("of an MCP server leaves its keys and its agents as they were", async () => {
    await callApi("POST", "/mcp-servers", SERVER);
    await callApi("PATCH", "/mcp-servers/tracker", { enabled: false });
    const known = { agents: ["nightjar"], header_names: ["x-key"] };
    expect(await callApi("GET", "/mcp-servers/tracker")).toMatchObject({ ...known, enabled: false });
    await callApi("PATCH", "/mcp-servers/tracker", { agents: ["scholar"] });
    expect(await callApi("GET", "/mcp-servers/tracker")).toMatchObject({
      agents: ["scholar"],
      header_names: ["x-key"],
      enabled: false,
    });
  });
});

describe("a body that is larger than what is kept of it", () => {
  const long = "x".repeat(400_000);
  test.each([
    ["/chat", { message: "hi", model: `openai/${long}` }],
    ["/chat", { message: "hi", room: long }],
    ["/chat", { message: "hi", files: [{ file_id: long }] }],
    ["/notify", { message: long }],
  ])("is refused with the field by %s", async (path, body) => {
    const response = await request("POST", path, body);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        error: "malformed_request",
        reason: expect.stringMatching(/^(model|room|files\.0\.file_id|message): /),
      },
    ]);
  });

  test("is refused when it answers a question", async () => {
    const { id } = await callApi<{ id: string }>("POST", "/conversations", {});
    const response = await request("POST", `/conversations/${id}/answers`, { call_id: "c", text: long });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { reason: expect.stringMatching(/^text: /) },
    ]);
  });
});
