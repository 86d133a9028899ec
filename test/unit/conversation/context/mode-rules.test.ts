import { describe, expect, test } from "vitest";
import type { Tool } from "../../../../src/agent/ports/tool.ts";
import { isMode, modeNamed, turnMode } from "../../../../src/domain/fields/mode.ts";
import { MODE_RECORDS } from "../../../../src/domain/fields/modes/list.ts";
import { whyNotMode } from "../../../../src/domain/fields/modes/why-not.ts";
import { rulesInMode, toolsInMode } from "../../../../src/tools/mode-rules.ts";
import { ruleFor } from "../../../../src/tools/rules.ts";

const tool = (name: string, effect: Tool["effect"], more = {}) => ({ name, effect, ...more }) as Tool;
const TOOLS = [tool("web_search", "read"), tool("write", "idempotent"), tool("ask_user", "once")];
const AGENT = { "*": "allow", web_search: "ask_tainted" } as const;
const of = (message: string | null, more: Partial<Parameters<typeof turnMode>[0]> = {}) =>
  turnMode({ message, is_owners: true, ...more });

describe("a conversation's mode", () => {
  test("leaves the agent's rules as they are unless it is narrowed", () => {
    expect(rulesInMode(of("agent"), AGENT, TOOLS)).toBe(AGENT);
    expect(toolsInMode(of(null), TOOLS)).toBe(TOOLS);
  });

  test("has every change asked for, also by tools that only a child has", () => {
    const rules = rulesInMode(of("ask"), AGENT, TOOLS);
    expect(["web_search", "write", "ask_user", "of_a_child"].map((name) => ruleFor(rules, name))).toEqual([
      "ask_tainted",
      "ask",
      "allow",
      "ask",
    ]);
  });

  test("denies every change where the agent only reads, and does not describe those tools", () => {
    const rules = rulesInMode(of("read_only"), AGENT, TOOLS);
    expect(ruleFor(rules, "write")).toBe("deny");
    expect(ruleFor(rules, "ask_user")).toBe("allow");
    const brought = tool("of_the_program", "once", { is_clients: true });
    expect(toolsInMode(of("read_only"), [...TOOLS, brought]).map(({ name }) => name)).toEqual([
      "web_search",
      "ask_user",
      "of_the_program",
    ]);
  });

  test("never lifts what the agent is denied", () => {
    expect(ruleFor(rulesInMode(of("ask"), { write: "deny" }, TOOLS), "write")).toBe("deny");
    expect(ruleFor(rulesInMode(of("search"), { web_search: "deny" }, TOOLS), "web_search")).toBe("deny");
  });
});

describe("the mode that an agent works in", () => {
  const names = (mode: string) =>
    toolsInMode(of(mode), [...TOOLS, tool("memory_write", "once"), tool("store_memory", "once")]).map(
      ({ name }) => name,
    );

  test("has its memory alone in chat, and what finds and reads in search", () => {
    expect(names("chat")).toEqual(["memory_write", "store_memory"]);
    expect(names("search")).toEqual(["web_search"]);
  });

  test("denies the tools that it leaves out, also to children", () => {
    const offered = toolsInMode(of("search"), TOOLS);
    const rules = rulesInMode(of("search"), AGENT, offered);
    expect(["web_search", "write", "of_a_child"].map((name) => ruleFor(rules, name))).toEqual([
      "ask_tainted",
      "deny",
      "deny",
    ]);
  });

  test("is the message's, else the conversation's, else the agent's", () => {
    expect(of("search", { conversation: "chat" }).name).toBe("search");
    expect(of(null, { conversation: "chat", agent: "search" }).name).toBe("chat");
    expect(of(null, { agent: "search" }).name).toBe("search");
    expect(of("agent", { conversation: "chat" }).name).toBe("agent");
  });

  test("keeps the strictest word on what the agent may do by itself", () => {
    expect(of("normal", { conversation: "ask" })).toEqual({ name: "ask", works: "agent", acts: "ask" });
    expect(of("read_only", { conversation: "ask" }).acts).toBe("read");
    expect(of("search", { conversation: "read_only" })).toEqual({
      name: "search",
      works: "search",
      acts: "read",
    });
    expect(of("ask", { conversation: "chat" })).toEqual({ name: "chat", works: "chat", acts: "ask" });
  });

  test("is only narrowed by people who are not the owner", () => {
    expect(of("agent", { conversation: "chat", is_owners: false }).works).toBe("chat");
    expect(of("chat", { is_owners: false }).works).toBe("chat");
  });

  test("is known by the name that it had before", () => {
    expect(isMode("normal")).toBe(true);
    expect(modeNamed("normal")).toBe("agent");
    expect(modeNamed("of a later version")).toBe("agent");
    expect(isMode("toString")).toBe(false);
  });

  test("says what it lacks here", () => {
    const all = { hasTools: true, hasSearch: true };
    expect(whyNotMode(MODE_RECORDS.search, all)).toBeUndefined();
    expect(whyNotMode(MODE_RECORDS.search, { ...all, hasTools: false })).toContain("can't use tools");
    expect(whyNotMode(MODE_RECORDS.search, { ...all, hasSearch: false })).toContain("search engine");
  });
});
