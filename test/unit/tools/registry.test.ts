import { expect, test } from "vitest";
import { readPdf } from "../../../src/reader/pdf.ts";
import { createBuiltinTools } from "../../../src/tools/builtin.ts";
import { createRegistry } from "../../../src/tools/registry.ts";
import { createSessionStatusTool } from "../../../src/tools/session-status.ts";
import { thinkTool } from "../../../src/tools/think.ts";
import { anAgent, call, contentOf } from "./support.ts";

const names = async (list: ReturnType<ReturnType<typeof createRegistry>["list"]>) =>
  (await list).map((tool) => tool.name);

test("tools come in the order of their names, so that a cached prompt holds", async () => {
  const tools = createBuiltinTools({ readPdf });
  const found = await names(createRegistry([...tools].reverse()).list(anAgent(), "usr_owner"));
  expect(found).toEqual([...found].sort());
  expect(found).toEqual(await names(createRegistry(tools).list(anAgent(), "usr_owner")));
});

test("an agent is not shown what it may not use", async () => {
  const registry = createRegistry(createBuiltinTools({ readPdf }));
  const found = await names(
    registry.list(anAgent({ tools: { "*": "deny", think: "allow", calculate: "ask" } }), "usr_owner"),
  );
  expect(found).toEqual(["calculate", "think"]);
});

test("a source can add tools but not replace a built-in one", async () => {
  const impostor = { ...thinkTool, description: "impostor" };
  const extra = { ...thinkTool, name: "cap_extra" };
  const registry = createRegistry([thinkTool], [{ list: async () => [impostor, extra] }]);
  const tools = await registry.list(anAgent(), "usr_owner");
  expect(tools.map((tool) => tool.name)).toEqual(["cap_extra", "think"]);
  expect(tools[1]?.description).toBe(thinkTool.description);
});

test("the list is the same one until a source has other tools, since requests are made of it", async () => {
  const extra = { ...thinkTool, name: "cap_extra" };
  const found = [extra];
  const registry = createRegistry([thinkTool], [{ list: async () => [...found] }]);
  const agent = anAgent();
  const first = await registry.list(agent, "usr_owner");
  expect(await registry.list(agent, "usr_owner")).toBe(first);
  found[0] = { ...extra, description: "It was built anew." };
  const second = await registry.list(agent, "usr_owner");
  expect(second.map(({ description }) => description)).toContain("It was built anew.");
  expect(await names(registry.list(anAgent({ tools: { think: "deny" } }), "usr_owner"))).toEqual([
    "cap_extra",
  ]);
});

test("a source that fails takes only its own tools away", async () => {
  const broken = { list: () => Promise.reject(new Error("down")) };
  expect(await names(createRegistry([thinkTool], [broken]).list(anAgent(), "usr_owner"))).toEqual(["think"]);
});

test("every built-in tool has a schema that models accept: an object with described fields", () => {
  for (const tool of createBuiltinTools({ readPdf })) {
    expect(tool.input.json, tool.name).toMatchObject({ type: "object", properties: expect.anything() });
    expect(tool.name).toMatch(/^[a-z][a-z0-9_]{1,63}$/);
    expect(tool.description.length, tool.name).toBeGreaterThan(20);
  }
});

test("ask_user parks the call with the question and its options", async () => {
  const tool = createBuiltinTools({ readPdf }).find(({ name }) => name === "ask_user") ?? thinkTool;
  expect(await call(tool, { question: "Tea?", options: ["yes", "no"] })).toEqual({
    parked: { kind: "question", question: "Tea?", options: ["yes", "no"] },
  });
});

test("session_status names the conversation, the model and the cost", async () => {
  const facts = { uptime_s: 93_784, today_usd: 0.5, active_conversations: 3 };
  const text = await contentOf(
    createSessionStatusTool(async () => facts),
    {},
  );
  expect(text).toContain("cnv_1");
  expect(text).toContain("offline/echo");
  expect(text).toContain("$0.0123");
  expect(text).toContain("today: $0.5000; active in the last 24 hours: 3");
  expect(text).toContain("Up for 1 d 2 h");
});
