/** Rules that a conversation's mode adds to those of its agent. */
import type { Tool } from "../agent/ports/tool.ts";
import { ASK_USER } from "../agent/ports/tool.ts";
import type { ToolRule } from "../domain/agent.ts";
import type { Mode } from "../domain/fields/mode.ts";
import { strictestOf } from "./rules.ts";

type Rules = Readonly<Record<string, ToolRule>>;

/** Tools that change nothing, and the question to the person, keep the rules that they have. */
const isHarmless = ({ name, effect }: Pick<Tool, "name" | "effect">) =>
  effect === "read" || name === ASK_USER;

/** The stricter of both for each tool. Tools beyond the list, which a child may have, count as changes. */
export function rulesInMode(mode: Mode, rules: Rules, tools: readonly Tool[]): Rules {
  if (mode === "normal") return rules;
  const others: ToolRule = mode === "ask" ? "ask" : "deny";
  const harmless = tools.filter(isHarmless).map(({ name }) => [name, "allow"] as const);
  return strictestOf(rules, { "*": others, ...Object.fromEntries(harmless) });
}

/** The tools that a model is told of: those that the mode denies are left out. A program's own are its own matter. */
export function toolsInMode(mode: Mode, tools: readonly Tool[]): readonly Tool[] {
  return mode === "read_only" ? tools.filter((tool) => tool.is_clients || isHarmless(tool)) : tools;
}
