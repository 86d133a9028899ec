/** The rules of an agent's tools, as the form changes them. */

import type { ToolRule } from "../../../../src/channels/web/wire.ts";
import { t } from "../../../words/t.ts";
import type { ToolRow } from "../draft.ts";

/** What holds for all that are not named. */
export const ALL = "*";

/** As the agent names it; empty: it does not. */
export function ruleOf(rows: readonly ToolRow[], tool: string): ToolRule | "" {
  return rows.find((row) => row.tool === tool)?.rule ?? "";
}

/** An empty rule takes the name out. */
export function withRule(rows: readonly ToolRow[], tool: string, rule: ToolRule | ""): ToolRow[] {
  const others = rows.filter((row) => row.tool !== tool);
  if (rule === "") return others;
  return rows.some((row) => row.tool === tool)
    ? rows.map((row) => (row.tool === tool ? { tool, rule } : row))
    : [...others, { tool, rule }];
}

/** Those of groups (`mcp_github_*`) and of tools that are not there now. */
export function furtherRows(rows: readonly ToolRow[], known: readonly string[]): ToolRow[] {
  return rows.filter(({ tool }) => tool !== ALL && !known.includes(tool));
}

export const RULE_WORDS: Record<ToolRule, string> = {
  allow: t("Allowed"),
  ask: t("Asks first"),
  deny: t("Not at all"),
};
