/** Runs one call in the sandbox: a fresh environment, its declared hosts, its limits. */
import type { GuardedFetch } from "../../agent/ports/fetch.ts";
import { createGateway, type GivenSecret } from "../../sandbox/gateway.ts";
import type { Sandbox, SandboxResult } from "../../sandbox/port.ts";
import type { Capability, CapabilityFiles } from "../catalog/capability.ts";
import { secretNames, secretUses } from "../catalog/secret-uses.ts";

interface ProgramDeps {
  sandbox: Sandbox;
  fetch: GuardedFetch;
}

interface ProgramRun {
  capability: Pick<Capability, "hosts" | "secrets" | "limits">;
  files: CapabilityFiles;
  args: unknown;
  /** The only secrets that it gets, by name. */
  secrets: ReadonlyMap<string, string>;
  signal: AbortSignal;
  /** Called before each request. */
  begin?(): void;
}

const MOST_OUTPUT = 200_000;

/** Never throws. */
export function runProgram({ sandbox, fetch }: ProgramDeps, run: ProgramRun): Promise<SandboxResult> {
  const { capability, files, args, secrets, signal, begin } = run;
  const { hosts, limits } = capability;
  const gateway = createGateway({
    fetch,
    hosts,
    signal,
    ...(begin && { begin }),
    max_requests: limits.requests,
    secrets: givenTo(capability, secrets),
  });
  const isTyped = Object.hasOwn(files, "main.ts");
  return sandbox.run({
    language: isTyped ? "typescript" : "javascript",
    code: files[isTyped ? "main.ts" : "main.js"] ?? "",
    entry: { kind: "module", args },
    host: { fetch: gateway },
    limits: {
      compute_ms: limits.compute_ms,
      wait_ms: limits.wait_ms,
      memory_bytes: limits.memory_mb * 1024 * 1024,
      output_chars: MOST_OUTPUT,
    },
    signal,
  });
}

/** Binds each secret to the hosts that its owner allowed, and no others. */
function givenTo(
  capability: Pick<Capability, "hosts" | "secrets">,
  values: ReadonlyMap<string, string>,
): GivenSecret[] {
  const uses = secretUses(capability);
  return secretNames(capability).flatMap((name) => {
    const value = values.get(name);
    const hosts = uses.filter(({ secret }) => secret === name).map(({ host }) => host);
    return value === undefined ? [] : [{ name, value, hosts }];
  });
}
