/**
 * Asks the Builder to repair a capability that was disabled after repeated failures, with the failed inputs.
 */
import type { ToolContext } from "../../agent/ports/tool.ts";
import type { Capability } from "../catalog/capability.ts";
import type { CallStore, CapabilityCall } from "./ports.ts";

interface RepairDeps {
  store: Pick<CallStore, "list">;
  /**
   * Starts a build of the next version, in the name of the turn that made the call. Returns the reason if it
   * cannot.
   */
  build(request: RepairRequest, context: ToolContext): Promise<string | undefined>;
}

export interface RepairRequest {
  name: string;
  description: string;
  /** Account of the failures. */
  repair: string;
}

/** Returns the text for the model. Never rejects. */
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
      // The capability stays disabled, and its page says why.
      return SWITCHED_OFF;
    }
  };
}

const SWITCHED_OFF = "It is disabled after failing several times in a row. Do not call it again.";
const MENDING = `${SWITCHED_OFF} The Builder is repairing it and reports here by itself.`;

function failuresIn(calls: readonly CapabilityCall[]): string {
  const failed = calls.filter(({ ok }) => !ok);
  return failed.map(({ input, output }) => `- ${cut(input)}\n  gave: ${cut(output)}`).join("\n");
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}
