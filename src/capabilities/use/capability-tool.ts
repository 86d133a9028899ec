/** A capability as a tool, `cap_{name}`. Its version is pinned when the turn's tools are listed. */
import type { Tool, ToolContext, ToolOutcome, ToolSchema } from "../../agent/ports/tool.ts";
import { fitArguments } from "../../platform/json-schema/fit-arguments.ts";
import { toolNameOf } from "../catalog/capability.ts";
import { mismatches } from "../schema/validate.ts";
import type { Calls } from "./calls.ts";
import type { Repair } from "./repair.ts";
import { pinOf, type Usable } from "./usable.ts";

const MAX_DESCRIPTION = 1_000;
/** Characters of console output after an error that a model reads. */
const MAX_PRINTED = 2_000;
/** ms beyond the capability's own limit, for its wait in the queue. */
const GRACE = 30_000;

export interface CapabilityToolDeps {
  calls: Calls;
  repair: Repair;
  /** Its state at the time of the call; undefined if it is no longer there, or no longer shared here. */
  now(capability: Usable, context: ToolContext): Promise<Usable | undefined>;
}

export function capabilityTool(capability: Usable, deps: CapabilityToolDeps): Tool {
  const { name, description, hosts, limits } = capability;
  const reaches = hosts.length > 0;
  return {
    name: toolNameOf(name),
    pin: pinOf(capability),
    description: description.slice(0, MAX_DESCRIPTION),
    input: inputOf(capability),
    // Without network access a call changes nothing, so it may run again after a crash.
    effect: reaches ? "once" : "read",
    begins_itself: true,
    reach: reaches ? "outside" : "inside",
    ...(!capability.is_open && { personal: true, shows: () => `use your capability ${name}` }),
    touches: () =>
      reaches
        ? { to: "elsewhere", what: `send data to ${hosts.join(", ")} through the capability ${name}` }
        : { to: "nobody" },
    timeout_ms: limits.wait_ms + GRACE,
    run: (input, context) => carryOut({ ...deps, capability }, input, context),
  };
}

function inputOf({ input_schema }: Usable): ToolSchema {
  return {
    json: input_schema,
    parse(value) {
      const problems = mismatches(input_schema, value);
      if (problems.length === 0) return { ok: true, value };
      const meant = fitArguments(input_schema, value);
      return mismatches(input_schema, meant).length === 0
        ? { ok: true, value: meant }
        : { ok: false, problem: problems.join("\n") };
    },
  };
}

interface Callable extends CapabilityToolDeps {
  capability: Usable;
}

async function carryOut(
  { capability, calls, repair, now }: Callable,
  input: unknown,
  context: ToolContext,
): Promise<ToolOutcome> {
  const gone = whyNot(capability, await now(capability, context));
  if (gone !== undefined) return { ok: false, error: gone };
  const call = await calls.make(capability, {
    args: input,
    signal: context.signal,
    isApart: !(capability.is_own && context.is_owners),
    begin: () => context.begin(),
  });
  if (call.ok) return { ok: true, content: call.output, trust: "untrusted" };
  const printed = call.console === "" ? "" : `\n\nPrinted:\n${call.console.slice(-MAX_PRINTED)}`;
  const mended = call.given_up ? `\n\n${await repair(capability, context)}` : "";
  return { ok: false, error: `${call.output}${printed}${mended}`, trust: "untrusted" };
}

/** Undefined if it may be called. */
function whyNot({ name, is_own }: Usable, now: Usable | undefined): string | undefined {
  const tool = toolNameOf(name);
  if (!now) return `${tool} no longer exists, or isn't shared here.`;
  if (now.status === "active") return undefined;
  // The problem may quote its owner's input.
  const problem = is_own ? now.problem : "its owner looks after it";
  return `${tool} is ${now.status}: ${problem ?? "a person took it from agents"}.`;
}
