/** A capability as a tool: `cap_{name}`. The version is the one that stood in the list from which it was called. */
import type { Tool, ToolContext, ToolOutcome, ToolSchema } from "../../agent/ports/tool.ts";
import { type Capability, pinOf, toolNameOf } from "../catalog/capability.ts";
import { mismatches } from "../schema/validate.ts";
import type { Calls } from "./calls.ts";
import type { Repair } from "./repair.ts";

const MAX_DESCRIPTION = 1_000;
/** Of the console, behind an error that a model reads. */
const MAX_PRINTED = 2_000;
/** ms beyond the capability's own limit, for its turn to come. */
const GRACE = 30_000;

export function capabilityTool(capability: Capability, calls: Calls, repair: Repair): Tool {
  const { name, description, hosts, limits } = capability;
  const reaches = hosts.length > 0;
  return {
    name: toolNameOf(name),
    pin: pinOf(capability),
    description: description.slice(0, MAX_DESCRIPTION),
    input: inputOf(capability),
    // What reaches nobody changes nothing: it may run again after a crash.
    effect: reaches ? "once" : "read",
    begins_itself: true,
    reach: reaches ? "outside" : "inside",
    personal: true,
    touches: () =>
      reaches
        ? { to: "elsewhere", what: `send data to ${hosts.join(", ")} through the capability ${name}` }
        : { to: "nobody" },
    timeout_ms: limits.wait_ms + GRACE,
    run: (input, context) => carryOut({ capability, calls, repair }, input, context),
  };
}

function inputOf({ input_schema }: Capability): ToolSchema {
  return {
    json: input_schema,
    parse(value) {
      const problems = mismatches(input_schema, value);
      return problems.length === 0 ? { ok: true, value } : { ok: false, problem: problems.join("\n") };
    },
  };
}

interface Callable {
  capability: Capability;
  calls: Calls;
  repair: Repair;
}

async function carryOut(
  { capability, calls, repair }: Callable,
  input: unknown,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { status, problem } = capability;
  if (status !== "active")
    return {
      ok: false,
      error: `${toolNameOf(capability.name)} is ${status}: ${problem ?? "a person took it from agents"}.`,
    };
  const call = await calls.make(capability, {
    args: input,
    signal: context.signal,
    begin: () => context.begin(),
  });
  if (call.ok) return { ok: true, content: call.output, trust: "untrusted" };
  const printed = call.console === "" ? "" : `\n\nPrinted:\n${call.console.slice(-MAX_PRINTED)}`;
  const mended = call.given_up ? `\n\n${await repair(capability, context)}` : "";
  return { ok: false, error: `${call.output}${printed}${mended}`, trust: "untrusted" };
}
