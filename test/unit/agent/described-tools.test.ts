import { expect, test } from "vitest";
import { z } from "zod";
import { describedTools } from "../../../src/agent/loop/described-tools.ts";
import type { ModelMessage } from "../../../src/agent/ports/model.ts";
import type { ToolContext } from "../../../src/agent/ports/tool.ts";
import type { Agent } from "../../../src/domain/agent.ts";
import { defineTool, trustedResult } from "../../../src/tools/define-tool.ts";
import { withSearch } from "../../../src/tools/find-tools.ts";

const tool = (name: string, description = "") =>
  defineTool({
    name,
    description,
    schema: z.object({}),
    effect: "read",
    reach: "inside",
    run: () => trustedResult(""),
  });

const USUAL = ["ask_user", "calculate", "memory_search", "web_search"];
const TOOLS = [
  ...USUAL.map((name) => tool(name)),
  tool("create_cron", "Runs a task again and again, such as each Monday"),
  tool("run_code", "Runs a program"),
  ...["a", "b", "c", "d", "e", "f", "g"].map((letter) => tool(`other_${letter}`, "Does something else")),
];
const agent = (rules: Agent["tools"] = {}) => ({ tools: rules }) as Agent;
const LARGE = { agent: agent(), isLight: false };

const namesOf = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);
const searched = withSearch(TOOLS, LARGE);

async function found(query: string): Promise<ModelMessage[]> {
  const search = searched.find(({ name }) => name === "find_tools");
  const outcome = await search?.run({ query }, {} as ToolContext);
  const content = outcome && "content" in outcome ? outcome.content : "";
  return [
    {
      role: "tool",
      content: [{ type: "tool_result", call_id: "c", name: "find_tools", content, is_error: false }],
    },
  ];
}

const called = (name: string): ModelMessage => ({
  role: "assistant",
  content: [{ type: "tool_call", call_id: "c", name, input: { ok: true, value: {} } }],
});

test("a model is told of the usual tools and of the search, which names the others; all stay callable", () => {
  const described = describedTools(searched, []);
  expect(namesOf(described)).toEqual([...USUAL, "find_tools"]);
  expect(described.at(-1)?.description).toContain("create_cron, run_code, other_a");
  expect(namesOf(searched)).toEqual([...namesOf(TOOLS), "find_tools"]);
});

test("what a search finds, by name or by words, is described from then on, behind what was there", async () => {
  expect(namesOf(describedTools(searched, await found("run_code please")))).toEqual([
    ...USUAL,
    "find_tools",
    "run_code",
  ]);
  expect(namesOf(describedTools(searched, await found("do it each monday"))).slice(5)).toContain(
    "create_cron",
  );
  expect(namesOf(describedTools(searched, await found("zzz")))).toHaveLength(5);
});

test("a tool that was called without being described is described from then on", () => {
  const messages = [called("other_c"), called("other_a"), called("calculate"), called("gone")];
  expect(namesOf(describedTools(searched, messages)).slice(5)).toEqual(["other_c", "other_a"]);
});

test("the same conversation has the same list, so that specs and cached prefixes hold", async () => {
  const messages = await found("run_code");
  expect(describedTools(searched, messages)).toBe(describedTools(searched, messages));
  expect(withSearch(TOOLS, LARGE)).toBe(searched);
});

test("tools that the agent's rules name are always described, and a small request has fewer", () => {
  const own = withSearch(TOOLS, { agent: agent({ run_code: "ask", other_a: "deny" }), isLight: false });
  expect(namesOf(describedTools(own, []))).toEqual([...USUAL, "run_code", "find_tools"]);
  const small = withSearch(TOOLS, { agent: agent(), isLight: true });
  expect(namesOf(describedTools(small, []))).toEqual([
    "calculate",
    "memory_search",
    "web_search",
    "find_tools",
  ]);
});

test("what is not connected is named with the page that connects it, unless the agent may not use it", () => {
  const search = (rules: Agent["tools"]) =>
    withSearch(TOOLS, { agent: agent(rules), isLight: false }).at(-1)?.description ?? "";
  expect(search({})).toContain("making pictures ([Models](/models)), reading aloud");
  expect(search({ generate_image: "deny", speak: "deny", weather: "deny" })).not.toContain("Not connected");
});

test("few tools are all described", () => {
  const few = TOOLS.slice(0, 11);
  expect(withSearch(few, LARGE)).toBe(few);
  expect(describedTools(few, [])).toBe(few);
});
