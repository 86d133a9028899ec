/** Tools of a turn's mode, and the rules that it adds to those of the agent. */
import type { Tool } from "../agent/ports/tool.ts";
import { ASK_USER } from "../agent/ports/tool.ts";
import type { ToolRule } from "../domain/agent.ts";
import { modeRecord, type TurnMode } from "../domain/fields/mode.ts";
import { strictestOf } from "./rules.ts";

type Rules = Readonly<Record<string, ToolRule>>;
type Narrowing = Pick<TurnMode, "works" | "acts">;

/** Tools that change nothing, and the question to the person, keep the rules that they have. */
const isHarmless = ({ name, effect }: Pick<Tool, "name" | "effect">) =>
  effect === "read" || name === ASK_USER;

/** The strictest rule for each tool. Tools beyond the list, which a child may have, count as changes and as left out. */
export function rulesInMode({ works, acts }: Narrowing, rules: Rules, tools: readonly Tool[]): Rules {
  const offered = modeRecord(works).tools === undefined ? rules : strictestOf(rules, only(tools));
  if (acts === "permitted") return offered;
  const others: ToolRule = acts === "ask" ? "ask" : "deny";
  return strictestOf(offered, { ...only(tools.filter(isHarmless)), "*": others });
}

function only(tools: readonly Tool[]): Rules {
  return { "*": "deny", ...Object.fromEntries(tools.map(({ name }) => [name, "allow"] as const)) };
}

/** The tools that a model is told of: those that the mode leaves out or denies are missing. A program's own are its own matter. */
export function toolsInMode({ works, acts }: Narrowing, tools: readonly Tool[]): readonly Tool[] {
  const { tools: names, page_ms: timeout_ms } = modeRecord(works);
  if (names === undefined && acts !== "read") return tools;
  const offered = tools.filter(
    (tool) =>
      tool.is_clients ||
      ((names === undefined || names.some((pattern) => fits(pattern, tool.name))) &&
        (acts !== "read" || isHarmless(tool))),
  );
  if (timeout_ms === undefined) return offered;
  return offered.map((tool) => (tool.name === "web_fetch" ? { ...tool, timeout_ms } : tool));
}

function fits(pattern: string, name: string): boolean {
  if (pattern.endsWith("*")) return name.startsWith(pattern.slice(0, -1));
  return pattern.startsWith("*") ? name.endsWith(pattern.slice(1)) : pattern === name;
}
