/** The mode of a turn: which it is, what it narrows, and what readers are told where it lacks something. */
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { Turn } from "../../../src/agent/turn.ts";
import { modeRecord, type TurnMode, turnMode } from "../../../src/domain/fields/mode.ts";
import { whyNotMode } from "../../../src/domain/fields/modes/why-not.ts";
import { isOwners } from "../../../src/domain/who-may.ts";
import { rulesInMode } from "../../../src/tools/mode-rules.ts";
import type { Cast } from "../context/casting.ts";
import type { Meta } from "../rows/meta.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { GatherDeps } from "./runner-deps.ts";

export function modeOfTurn(row: TurnRow, meta: Meta, { agent }: Cast): TurnMode {
  return turnMode({
    message: row.mode,
    conversation: meta.mode,
    agent: agent.default_mode,
    is_owners: isOwners(row.actor, meta.owner),
  });
}

/** The turn's mode with the rules and limits that it leaves. */
export function narrowedBy(
  mode: TurnMode,
  { rules, limits }: Pick<Turn, "rules" | "limits">,
  tools: readonly Tool[],
): Required<Pick<Turn, "mode" | "rules" | "limits">> {
  const { limits: most } = modeRecord(mode.works);
  return {
    mode,
    rules: rulesInMode(mode, rules, tools),
    limits: most ? { ...limits, max_steps: Math.min(limits.max_steps, most.max_steps) } : limits,
  };
}

/** Tells readers of a mode that has less here than it needs; the turn goes on with what there is. */
export function tellWhyNot(
  { pump, ports }: GatherDeps,
  { mode, model, tools }: { mode: TurnMode; model: string | undefined; tools: readonly Tool[] },
): void {
  const hasTools = ports.model.info(model ?? "").capabilities.tool;
  const there = { hasTools, hasSearch: tools.some(({ name }) => name === "web_search") };
  const text = whyNotMode(modeRecord(mode.works), there);
  if (text !== undefined) pump.push({ type: "notice", level: "warning", text });
}
