/** Tools of every kind and mood, real in all but what they touch. */
import { z } from "zod";
import type { Effect, Tool, ToolContext, ToolOutcome } from "../../src/agent/ports/tool.ts";
import { askUserTool } from "../../src/tools/ask-user.ts";
import { defineTool, trustedResult, untrustedResult } from "../../src/tools/define-tool.ts";
import { scheduleTools } from "../../src/tools/schedule.ts";
import type { Machine } from "../support/machine/machine.ts";
import type { Outside } from "./outside.ts";
import type { Random } from "./random.ts";

const Input = z.object({ what: z.string().max(100) });
/** As a tag in an answer calls it. */
const MemoryInput = z.object({ content: z.string().max(100), tags: z.array(z.string()) });

/** The rule of the agent under test makes each use of it ask. */
export const GUARDED = "wire_money";

export function chaosTools(machine: Machine, outside: Outside, random: Random): Tool[] {
  const after = (context: ToolContext, act: () => void) => travel(machine, random, context, act);
  return [
    tool("look", "read", (what) => soon(machine, random).then(() => trustedResult(`${what} is there`))),
    tool("browse", "read", (what) =>
      soon(machine, random).then(() => untrustedResult(`a page about ${what}`)),
    ),
    tool("note", "idempotent", async (what, context) => {
      await after(context, () => outside.known.add(context.idempotency_key));
      return trustedResult(`noted ${what}`);
    }),
    defineTool({
      name: "memory_write",
      description: "memory_write, for the test",
      schema: MemoryInput,
      effect: "idempotent",
      reach: "inside",
      run: async ({ content }, context) => {
        await after(context, () => outside.known.add(context.idempotency_key));
        return trustedResult(`kept ${content}`);
      },
    }),
    tool("pay", "once", async (what, context) => {
      await after(context, () => outside.happen(context.idempotency_key));
      return trustedResult(`paid ${what}`);
    }),
    tool(GUARDED, "once", async (what, context) => {
      await after(context, () => outside.happen(context.idempotency_key));
      return trustedResult(`wired ${what}`);
    }),
    tool("order", "once", async (_what, context): Promise<ToolOutcome> => {
      const job_id = `job_${context.idempotency_key}` as const;
      await after(context, () => outside.jobs.push({ job_id, call_id: context.call_id }));
      return { parked: { kind: "job", job_id: job_id as never } };
    }),
    tool("stumble", "read", () =>
      soon(machine, random).then(() => Promise.reject(new Error("it fell over"))),
    ),
    tool("fumble", "once", async (_what, context) => {
      await after(context, () => outside.happen(context.idempotency_key));
      throw new Error("it had its effect and fell over");
    }),
    { ...tool("hang", "read", () => new Promise(() => undefined)), timeout_ms: 3_000 },
    askUserTool,
    ...scheduleTools,
  ];
}

function tool(
  name: string,
  effect: Effect,
  run: (what: string, context: ToolContext) => Promise<ToolOutcome>,
): Tool {
  const description = `${name}, for the test`;
  return defineTool({
    name,
    description,
    schema: Input,
    effect,
    reach: "inside",
    run: ({ what }, context) => {
      context.progress({ at: "start" });
      return run(what, context);
    },
  });
}

function soon(machine: Machine, random: Random): Promise<void> {
  return machine.sleep(random.between(0, 400));
}

/**
 * A request leaves (with the commit of what was written before it), has its effect out there even if nobody lives to
 * see the answer, and the answer comes back to this life. A halt closes the connection; it may be too late.
 */
function travel(machine: Machine, random: Random, context: ToolContext, act: () => void): Promise<void> {
  const there = random.between(1, 300);
  const back = random.between(1, 300);
  const { life } = machine;
  return new Promise((resolve) => {
    machine.send(() =>
      machine.timeline.after(there, () => {
        if (context.signal.aborted && random.chance(0.5)) return;
        act();
        machine.timeline.after(back, () => machine.inLife(life, resolve));
      }),
    );
  });
}
