import { describe, expect, it } from "vitest";
import type { ToolSummary } from "../../../../web/api/agents/tools.ts";
import { furtherRows, ruleOf, withRule } from "../../../../web/pages/agents/tools/rules.ts";
import { groupsOf } from "../../../../web/pages/agents/tools/tool-words.ts";
import { freeSlug } from "../../../../web/ui/slug.ts";

const tool = (name: string, more: Partial<ToolSummary> = {}): ToolSummary => ({
  name,
  description: "Does it. Then more.",
  effect: "once",
  reach: "outside",
  personal: false,
  from: "built_in",
  ...more,
});

describe("the rules of an agent's tools", () => {
  it("are set, changed in their place, and taken out", () => {
    const rows = withRule(withRule([], "web_fetch", "ask"), "write", "deny");
    expect(withRule(rows, "web_fetch", "allow")).toEqual([
      { tool: "web_fetch", rule: "allow" },
      { tool: "write", rule: "deny" },
    ]);
    expect(ruleOf(withRule(rows, "write", ""), "write")).toBe("");
  });

  it("of groups and of tools that are away are kept apart", () => {
    const rows = withRule(withRule([{ tool: "*", rule: "ask" }], "mcp_github_*", "deny"), "read", "allow");
    expect(furtherRows(rows, ["read"])).toEqual([{ tool: "mcp_github_*", rule: "deny" }]);
  });
});

describe("the tools that people are shown", () => {
  it("stand by what they are for, those of servers and built ones after the known ones", () => {
    const groups = groupsOf([
      tool("mcp_github_search", { from: "server", effect: "read" }),
      tool("web_fetch"),
      tool("cap_weather", { from: "capability", reach: "inside" }),
    ]);
    expect(groups.map(({ label, tools }) => [label, tools.map(({ name }) => name)])).toEqual([
      ["The web", ["web_fetch"]],
      ["From your servers", ["mcp_github_search"]],
      ["Built here", ["cap_weather"]],
    ]);
  });

  it("that nobody has described say the first sentence of their own, and what they reach", () => {
    const [group] = groupsOf([tool("mcp_mail_send", { from: "server" })]);
    expect(group?.tools[0]).toMatchObject({
      does: "Does it.",
      touches: "Changes something outside Nightjar.",
    });
  });
});

it("a copy bears the first name that nobody has", () => {
  expect(freeSlug("Ada Gärtner", ["ada-gartner", "ada-gartner-2"], "agent")).toBe("ada-gartner-3");
  expect(freeSlug("東京", [], "agent")).toBe("agent");
});
