/**
 * Moments of a turn at which nothing leaves the Worker, made to last: an agent whose instructions say so stops there until
 * the test opens a gate.
 */
import type { ConversationPorts } from "../../../durable-objects/conversation/ports.ts";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";

/** `claimed`: its turn runs, and what it needs is being read. `built`: the request stands, and has not left. */
type Moment = "claimed" | "built";

/** A line of the instructions. Gates are named `{prefix}-claimed` and `{prefix}-built`. */
export function holdsAt(gates: string, prefix: string): string {
  return `[[holds ${gates} ${prefix}]]`;
}

export function withHolds({ toolbox, model, ...rest }: ConversationPorts): ConversationPorts {
  return {
    ...rest,
    toolbox: {
      list: async (agent, owner, wish) => {
        await pass(agent.instructions, "claimed");
        return toolbox.list(agent, owner, wish);
      },
    },
    model: {
      ...model,
      stream: async function* (request, signal) {
        await pass(textOf(request), "built");
        yield* model.stream(request, signal);
      },
    },
  };
}

function textOf({ system }: ModelRequest): string {
  return system.map(({ text }) => text).join("\n");
}

async function pass(instructions: string, moment: Moment): Promise<void> {
  const [, gates, prefix] = /\[\[holds (\S+) (\S+)\]\]/.exec(instructions) ?? [];
  if (!gates || !prefix) return;
  const url = `${gates}/call/${prefix}-${moment}?gate=${prefix}-${moment}`;
  await (await fetch(url, { method: "POST" })).text();
}
