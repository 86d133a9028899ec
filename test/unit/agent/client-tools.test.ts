import { expect, test } from "vitest";
import { chosenByClient, withClientTools } from "../../../src/agent/loop/client-tools.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { StepRecord } from "../../../src/agent/turn.ts";

const parameters = { type: "object" };
const brought = ["read", "write"].map((name) => ({ name, description: "", parameters }));
const own = ["calculate", "read"].map((name) => ({ name }) as Tool);
const specs = ["calculate", "read", "write"].map((name) => ({ name, description: "", input: {} }));
const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

test("a program's tools stand beside the agent's own, and hide those of their name", () => {
  const tools = withClientTools(own, { tools: brought });
  expect(names(tools)).toEqual(["calculate", "read", "write"]);
  expect(tools.filter(({ is_clients }) => is_clients)).toHaveLength(2);
});

test("alone, the agent's own stay away; with the choice of none, the program's", () => {
  expect(names(withClientTools(own, { tools: brought, is_alone: true }))).toEqual(["read", "write"]);
  expect(names(withClientTools(own, { tools: brought, choice: "none" }))).toEqual(["calculate", "read"]);
  expect(withClientTools(own, undefined)).toBe(own);
});

test("a forced choice offers what it is about, and holds for the first step alone", () => {
  const forced = chosenByClient({ tools: specs }, { tools: brought, choice: "required" }, []);
  expect([names(forced.tools), forced.tool_choice]).toEqual([["read", "write"], "required"]);
  const named = chosenByClient(
    { tools: specs },
    { tools: brought, choice: { name: "write" }, is_serial: true },
    [],
  );
  expect([names(named.tools), named.tool_choice, named.is_serial]).toEqual([
    ["write"],
    { name: "write" },
    true,
  ]);
  const later = chosenByClient({ tools: specs }, { tools: brought, choice: "required" }, [{} as StepRecord]);
  expect([names(later.tools), later.tool_choice]).toEqual([names(specs), undefined]);
});
