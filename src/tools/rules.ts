/** Looks up a tool's rule (allow, ask_tainted, ask, deny) in a table, where `mcp_github_*` and `*` are wildcards. */
import type { ToolRule } from "../domain/agent.ts";

const ORDER: Record<ToolRule, number> = { allow: 0, ask_tainted: 1, ask: 2, deny: 3 };

/** The most specific entry that matches: the exact name, else the longest prefix, else `allow`. */
export function ruleFor(rules: Readonly<Record<string, ToolRule>>, name: string): ToolRule {
  if (Object.hasOwn(rules, name)) return rules[name] ?? "allow";
  const prefixes = Object.keys(rules).filter((key) => key.endsWith("*") && name.startsWith(key.slice(0, -1)));
  const longest = prefixes.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? "allow" : (rules[longest] ?? "allow");
}

export function strictest(a: ToolRule, b: ToolRule): ToolRule {
  return ORDER[a] >= ORDER[b] ? a : b;
}

/** Merges two tables: for each tool the stricter rule. */
export function strictestOf(a: Readonly<Record<string, ToolRule>>, b: typeof a): typeof a {
  const names = Object.keys(b);
  if (names.length === 0) return a;
  // The longest matching entry implies all shorter ones of both tables.
  const both = [...new Set([...Object.keys(a), ...names])];
  return Object.fromEntries(both.map((name) => [name, strictest(ruleFor(a, name), ruleFor(b, name))]));
}
