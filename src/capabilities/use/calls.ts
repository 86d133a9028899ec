/**
 * Calls of capabilities: each runs in a fresh sandbox and is counted; a capability that keeps failing is
 * disabled.
 */
import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import type { Ids } from "../../domain/ids.ts";
import type { Sandbox, SandboxResult } from "../../sandbox/port.ts";
import type { Capability, CapabilityFiles } from "../catalog/capability.ts";
import type { CapabilityCatalog } from "../catalog/port.ts";
import { secretNames } from "../catalog/secret-uses.ts";
import { mismatches } from "../schema/validate.ts";
import { FileCache } from "./file-cache.ts";
import type { CallStore, CapabilityCall } from "./ports.ts";
import { runProgram } from "./program.ts";

interface CallDeps {
  sandbox: Sandbox;
  fetch: GuardedFetch;
  catalog: Pick<CapabilityCatalog, "bundle" | "disable">;
  store: Pick<CallStore, "record">;
  /** Values of those names that are set. */
  secrets(owner: string, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  ids: Pick<Ids, "create">;
  now(): number;
}

export interface CallResult {
  ok: boolean;
  /** The result, or the error. */
  output: string;
  /** Console output. */
  console: string;
  /** ms. */
  duration: number;
  version: number;
  /** Whether this failure was one too many: the capability is disabled now. */
  given_up: boolean;
}

type CallOutcome = Omit<CallResult, "given_up">;

interface CallRequest {
  args: unknown;
  signal: AbortSignal;
  /**
   * The call has another user's input: it is not stored, and its failure does not count towards disabling.
   */
  isApart?: boolean;
  /** Called before each request that it makes. */
  begin?(): void;
}

/** Failures in a row after which it is disabled. */
const MOST_FAILURES = 5;
const MAX_KEPT = 2_000;

export class Calls {
  private readonly deps: CallDeps;
  private readonly files: FileCache;

  constructor(deps: CallDeps) {
    this.deps = deps;
    this.files = new FileCache(({ owner, name }, version) => filesOf(deps, { owner, name }, version));
  }

  /**
   * Calls the version in use, according to `capability`. Never throws because of the capability itself;
   * `args` have passed its schema. Rejects when storage fails.
   */
  async make(capability: Capability, request: CallRequest): Promise<CallResult> {
    const { owner, version } = capability;
    if (version === 0) throw new Error(`${capability.name} has no version yet.`);
    const [files, secrets] = await Promise.all([
      this.files.of(capability, version),
      this.deps.secrets(owner, secretNames(capability)),
    ]);
    const began = this.deps.now();
    const result = await runProgram(this.deps, { ...request, capability, files, secrets });
    const call = { ...outcomeOf(result, capability), duration: this.deps.now() - began, version };
    // An interrupted call counts as no failure.
    const given_up = !request.signal.aborted && (await this.record(capability, request, call));
    return { ...call, given_up };
  }

  /** Returns whether it was one failure too many. */
  private async record(capability: Capability, request: CallRequest, call: CallOutcome): Promise<boolean> {
    const { store, catalog } = this.deps;
    const { isApart = false } = request;
    const failures = await store.record(this.recordOf(capability, request, call), { isApart });
    if (isApart || call.ok || failures < MOST_FAILURES) return false;
    const problem = `${failures} calls in a row failed. The last one: ${call.output}`;
    await catalog.disable(capability.owner, capability.name, problem.slice(0, MAX_KEPT));
    return true;
  }

  private recordOf(
    { id, owner }: Capability,
    { args, isApart }: CallRequest,
    call: CallOutcome,
  ): CapabilityCall {
    const { ok, version, duration } = call;
    const words = isApart ? UNRECORDED : { ...call, input: JSON.stringify(args) };
    return {
      id: this.deps.ids.create("run"),
      capability_id: id,
      owner,
      version,
      ok,
      input: words.input.slice(0, MAX_KEPT),
      output: words.output.slice(0, MAX_KEPT),
      console: words.console.slice(0, MAX_KEPT),
      duration,
      at: this.deps.now(),
    };
  }
}

const UNRECORDED = { input: "", output: "", console: "" };

async function filesOf(
  { catalog }: Pick<CallDeps, "catalog">,
  { owner, name }: { owner: string; name: string },
  version: number,
): Promise<CapabilityFiles> {
  const bundle = await catalog.bundle(owner, name, version);
  if (bundle) return bundle.files;
  throw new Error(`Version ${version} of ${name} no longer exists.`);
}

function outcomeOf(
  result: SandboxResult,
  { output_schema }: Capability,
): Pick<CallResult, "ok" | "output" | "console"> {
  const console = result.console.map(({ text }) => text).join("\n");
  if (!result.ok) return { ok: false, output: result.reason, console };
  const wrong = output_schema === null ? [] : mismatches(output_schema, parsed(result.value));
  if (wrong.length === 0) return { ok: true, output: result.value, console };
  const reason = `The result does not fit the output_schema of the capability: ${wrong.join("; ")}.`;
  return { ok: false, output: reason, console };
}

/** A value that is no JSON is text. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
