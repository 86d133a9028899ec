/** The rules for an agent's tools, as the form edits them. */

import type { ToolRule } from "../../../../src/channels/web/wire.ts";
import { t } from "../../../words/t.ts";
import type { ToolRow } from "../draft.ts";

/** The rule for all tools that are not named. */
export const ALL = "*";

/** The agent's rule for the tool; empty when it has none. */
export function ruleOf(rows: readonly ToolRow[], tool: string): ToolRule | "" {
  return rows.find((row) => row.tool === tool)?.rule ?? "";
}

/** An empty rule removes the name. */
export function withRule(rows: readonly ToolRow[], tool: string, rule: ToolRule | ""): ToolRow[] {
  const others = rows.filter((row) => row.tool !== tool);
  if (rule === "") return others;
  return rows.some((row) => row.tool === tool)
    ? rows.map((row) => (row.tool === tool ? { tool, rule } : row))
    : [...others, { tool, rule }];
}

/** Rules for groups (`mcp_github_*`) and for tools that do not exist now. */
export function furtherRows(rows: readonly ToolRow[], known: readonly string[]): ToolRow[] {
  return rows.filter(({ tool }) => tool !== ALL && !known.includes(tool));
}

export const RULE_WORDS: Record<ToolRule, string> = {
  allow: t("Allowed"),
  ask_tainted: t("Asks after reading outside content"),
  ask: t("Asks first"),
  deny: t("Off"),
};
