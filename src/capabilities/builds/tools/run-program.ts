/** Runs a program of the Builder in a fresh sandbox, with the build's files as modules and nothing else. */
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import type { ToolContext, ToolOutcome } from "../../../agent/ports/tool.ts";
import type { Trust } from "../../../domain/trust.ts";
import { createGateway } from "../../../sandbox/gateway.ts";
import type { ConsoleLine, Sandbox, SandboxResult } from "../../../sandbox/port.ts";
import type { DraftFiles } from "../record/build.ts";

export interface RunDeps {
  sandbox: Sandbox;
  fetch: GuardedFetch;
}

interface Program {
  code: string;
  files: DraftFiles;
  hosts: readonly string[];
  signal: AbortSignal;
  begin?(): void;
}

export function runProgram(
  deps: RunDeps,
  { code, files, hosts, signal, begin }: Program,
): Promise<SandboxResult> {
  const host = { fetch: createGateway({ fetch: deps.fetch, hosts, signal, ...(begin && { begin }) }) };
  return deps.sandbox.run({
    language: "typescript",
    code,
    modules: modulesOf(files),
    entry: { kind: "program" },
    host,
    signal,
  });
}

function modulesOf(files: DraftFiles): DraftFiles {
  return Object.fromEntries(Object.entries(files).filter(([path]) => /\.[jt]s$/.test(path)));
}

/** The tool outcome of a program's result. */
export function outcomeOf(result: SandboxResult, trust: Trust): ToolOutcome {
  const console = printed(result.console);
  return result.ok
    ? { ok: true, content: `${console}Result:\n${result.value}`, trust }
    : { ok: false, error: `${console}${result.reason}`, trust };
}

/** Without network access, the result holds only what the Builder wrote itself. */
export function trustOf(hosts: readonly string[], { trust }: Pick<ToolContext, "trust">): Trust {
  return hosts.length > 0 ? "untrusted" : trust;
}

function printed(lines: readonly ConsoleLine[]): string {
  const texts = lines.map(({ level, text }) => (level === "log" ? text : `[${level}] ${text}`));
  return texts.length > 0 ? `Printed:\n${texts.join("\n")}\n\n` : "";
}
