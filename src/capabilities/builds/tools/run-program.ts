/** A program of the Builder in a fresh sandbox, with its files as modules and nothing else of anybody's. */
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import type { ToolOutcome } from "../../../agent/ports/tool.ts";
import { createGateway } from "../../sandbox/gateway.ts";
import type { ConsoleLine, Sandbox, SandboxResult } from "../../sandbox/port.ts";
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
}

export function runProgram(deps: RunDeps, { code, files, hosts, signal }: Program): Promise<SandboxResult> {
  const host = { fetch: createGateway({ fetch: deps.fetch, hosts, signal }) };
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

export function outcomeOf(result: SandboxResult): ToolOutcome {
  const console = printed(result.console);
  return result.ok
    ? { ok: true, content: `${console}Result:\n${result.value}`, trust: "untrusted" }
    : { ok: false, error: `${console}${result.reason}`, trust: "untrusted" };
}

function printed(lines: readonly ConsoleLine[]): string {
  const texts = lines.map(({ level, text }) => (level === "log" ? text : `[${level}] ${text}`));
  return texts.length > 0 ? `Printed:\n${texts.join("\n")}\n\n` : "";
}
