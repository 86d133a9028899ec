/** A capability that fails again and again is switched off, and the Builder is asked to mend it with what has failed. */
import type { ToolContext } from "../../agent/ports/tool.ts";
import type { Capability } from "../catalog/capability.ts";
import type { CallStore, CapabilityCall } from "./ports.ts";

export interface RepairDeps {
  store: Pick<CallStore, "list">;
  /** Has the next version built, in the name of the turn whose call this is. Says why not, if so. */
  build(wish: RepairWish, context: ToolContext): Promise<string | undefined>;
}

export interface RepairWish {
  name: string;
  description: string;
  /** What has gone wrong. */
  repair: string;
}

/** What the model is told of it. Never rejects. */
export type Repair = (capability: Capability, context: ToolContext) => Promise<string>;

const MOST_SHOWN = 5;
const LONGEST_LINE = 500;

export function createRepair({ store, build }: RepairDeps): Repair {
  return async ({ id, name, description }, context) => {
    try {
      const calls = await store.list(id, { limit: MOST_SHOWN });
      const problem = await build({ name, description, repair: failuresIn(calls) }, context);
      return problem === undefined
        ? MENDING
        : `${SWITCHED_OFF} It could not be given to the Builder: ${problem}`;
    } catch {
      // It is switched off all the same, and its page says why.
      return SWITCHED_OFF;
    }
  };
}

const SWITCHED_OFF = "It has failed so often in a row that it is switched off. Do not call it again.";
const MENDING = `${SWITCHED_OFF} The Builder mends it now and reports here by itself.`;

function failuresIn(calls: readonly CapabilityCall[]): string {
  const failed = calls.filter(({ ok }) => !ok);
  return failed.map(({ input, output }) => `- ${cut(input)}\n  gave: ${cut(output)}`).join("\n");
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}
