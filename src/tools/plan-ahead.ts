/** The `plan_ahead` tool: notes the calls that the person's words ask for, before anything from outside is read. */
import { z } from "zod";
import { defineTool, toolError, trustedResult } from "./define-tool.ts";
import type { ToolSource } from "./registry.ts";

export const PLAN_AHEAD = "plan_ahead";
const MOST_CALLS = 20;

const Planned = z.object({ tool: z.string().min(1).max(128), with: z.record(z.string(), z.unknown()) });
const Input = z.object({ calls: z.array(Planned).min(1).max(MOST_CALLS) });

export type PlannedCall = z.output<typeof Planned>;

/** The planned calls of such an input; none when it is not one. */
export function plannedIn(input: unknown): PlannedCall[] {
  return Input.safeParse(input).data?.calls ?? [];
}

const planAheadTool = defineTool({
  name: PLAN_AHEAD,
  description:
    'For a request that needs you to read something (mail, files, pages, servers) and then to send, pay, book or change something: call this first, before you read. List each changing call that the person\'s words ask for. Planned calls run without a question, once each. In `with`, give the arguments that decide whom or what it reaches: a literal, "{tool.field}" for a field of a tool\'s answer, or "{?}" for what only the reading will tell. Not needed when you only read, or read nothing first.',
  schema: Input,
  effect: "idempotent",
  reach: "inside",
  run: ({ calls }, { trust }) =>
    trust === "trusted"
      ? trustedResult(`Planned: ${calls.length} ${calls.length === 1 ? "call" : "calls"}. Go on.`)
      : toolError("Too late for a plan: outside content has been read. Go on without it."),
});

/** The source with the tool beside its own, when one of them changes something: other turns do not pay for it. */
export function withPlanAhead(source: ToolSource): ToolSource {
  return {
    async list(agent, owner, query) {
      const tools = await source.list(agent, owner, query);
      return tools.some(({ effect }) => effect !== "read") ? [...tools, planAheadTool] : tools;
    },
  };
}
