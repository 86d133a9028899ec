/** Tools that do something out there, where the test counts it: for agents whose rules name them. */
import { z } from "zod";
import type { Effect, Tool, Toolbox } from "../../../src/agent/ports/tool.ts";
import { defineTool, trustedResult } from "../../../src/tools/define-tool.ts";

export const OUTSIDE_RULES = {
  outside_read: "allow",
  outside_write: "allow",
  outside_once: "allow",
  outside_guarded: "ask",
} as const;

const TOOLS: Tool[] = [
  outside("outside_guarded", "once"),
  outside("outside_once", "once"),
  outside("outside_read", "read"),
  outside("outside_write", "idempotent"),
];

export function withOutsideTools(toolbox: Toolbox): Toolbox {
  return {
    list: async (agent, owner, wish) => [
      ...(await toolbox.list(agent, owner, wish)),
      ...TOOLS.filter((tool) => Object.hasOwn(agent.tools, tool.name)),
    ],
  };
}

/** It calls the gates' server: the call counts when it arrives, and comes back when its gate is open. */
function outside(name: string, effect: Effect): Tool {
  return defineTool({
    name,
    description: `${name}, for tests.`,
    schema: z.object({ gates: z.string(), gate: z.string() }),
    effect,
    reach: "inside",
    run: async ({ gates, gate }, { signal }) => {
      const url = `${gates}/call/${encodeURIComponent(`${name}:${gate}`)}?gate=${encodeURIComponent(gate)}`;
      await (await fetch(url, { method: "POST", signal })).text();
      return trustedResult(`${name} is done`);
    },
  });
}
