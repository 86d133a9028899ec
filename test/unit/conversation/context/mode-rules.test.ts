import { describe, expect, test } from "vitest";
import type { Tool } from "../../../../src/agent/ports/tool.ts";
import { strictestMode } from "../../../../src/domain/fields/mode.ts";
import { rulesInMode, toolsInMode } from "../../../../src/tools/mode-rules.ts";
import { ruleFor } from "../../../../src/tools/rules.ts";

const tool = (name: string, effect: Tool["effect"], more = {}) => ({ name, effect, ...more }) as Tool;
const TOOLS = [tool("web_search", "read"), tool("write", "idempotent"), tool("ask_user", "once")];
const AGENT = { "*": "allow", web_search: "ask_tainted" } as const;

describe("a conversation's mode", () => {
  test("leaves the agent's rules as they are unless it is narrowed", () => {
    expect(rulesInMode("normal", AGENT, TOOLS)).toBe(AGENT);
  });

  test("has every change asked for, also by tools that only a child has", () => {
    const rules = rulesInMode("ask", AGENT, TOOLS);
    expect(["web_search", "write", "ask_user", "of_a_child"].map((name) => ruleFor(rules, name))).toEqual([
      "ask_tainted",
      "ask",
      "allow",
      "ask",
    ]);
  });

  test("denies every change where the agent only reads, and does not describe those tools", () => {
    const rules = rulesInMode("read_only", AGENT, TOOLS);
    expect(ruleFor(rules, "write")).toBe("deny");
    expect(ruleFor(rules, "ask_user")).toBe("allow");
    const brought = tool("of_the_program", "once", { is_clients: true });
    expect(toolsInMode("read_only", [...TOOLS, brought]).map(({ name }) => name)).toEqual([
      "web_search",
      "ask_user",
      "of_the_program",
    ]);
  });

  test("never lifts what the agent is denied", () => {
    expect(ruleFor(rulesInMode("ask", { write: "deny" }, TOOLS), "write")).toBe("deny");
  });

  test("is the stricter one of the message's and the conversation's", () => {
    expect(strictestMode("normal", "ask")).toBe("ask");
    expect(strictestMode("read_only", "ask")).toBe("read_only");
    expect(strictestMode(null, "of a later version")).toBe("normal");
  });
});
