/** The `run_code` tool: runs a short program in the sandbox, with access to the workspace. */
import { z } from "zod";
import type { GuardedFetch } from "../agent/ports/fetch.ts";
import { mayShowOwners, type Tool, type ToolContext, type ToolOutcome } from "../agent/ports/tool.ts";
import { createGateway } from "../sandbox/gateway.ts";
import type { HostFunction, Sandbox, SandboxResult } from "../sandbox/port.ts";
import { defineTool } from "./define-tool.ts";
import { noFiles, programFiles, unreadFiles } from "./program-files.ts";
import type { Workspace } from "./workspace/port.ts";

interface RunCodeDeps {
  sandbox: Sandbox;
  fetch: GuardedFetch;
  workspace: Workspace;
}

const Input = z.object({
  code: z.string().min(1).max(200_000),
  language: z.enum(["javascript", "typescript", "lua"]).default("javascript"),
  hosts: z
    .array(z.string().trim().toLowerCase().min(1).max(260))
    .max(10)
    .default([])
    .describe("Hosts that ctx.fetch may reach, for example api.example.com; none by default"),
});

const READS_FILES = /readFile|listFiles/;

const DESCRIPTION = [
  "Run a program and get what it prints and its result: the value of the last expression (JavaScript, TypeScript; `await` works), or what it returns (Lua).",
  "`await ctx.readFile(path)`, `ctx.writeFile(path, text)` and `ctx.listFiles(folder)` reach the workspace; `ctx.fetch(url, init)` reaches `hosts` only.",
  "In Lua they are ctx.readFile(path) and so on, and json.encode and json.decode are there. No packages, no shell. 2 s of computing, 64 MB, 2,000 calls of ctx.",
].join(" ");

export function createRunCodeTool(deps: RunCodeDeps): Tool {
  return defineTool({
    name: "run_code",
    description: DESCRIPTION,
    schema: Input,
    effect: "once",
    // Computation before the first effect may be repeated.
    begins_itself: true,
    reach: "inside",
    touches: ({ hosts }) =>
      hosts.length === 0
        ? { to: "nobody" }
        : { to: "elsewhere", what: `run a program that may send data to ${hosts.join(", ")}` },
    // A program that does not mention files gets none: see `unreadFiles`.
    shows: ({ code }) => (READS_FILES.test(code) ? "run a program that reads your files" : undefined),
    timeout_ms: 90_000,
    async run({ code, language, hosts }, context) {
      const { signal } = context;
      const begin = () => context.begin();
      const fetch = createGateway({ fetch: deps.fetch, hosts, signal, begin });
      const host = { fetch, ...filesFor(deps.workspace, context) };
      return show(await deps.sandbox.run({ language, code, entry: { kind: "program" }, host, signal }));
    },
  });
}

function filesFor(workspace: Workspace, context: ToolContext): Record<string, HostFunction> {
  const { owner, is_owners } = context;
  if (!is_owners) return noFiles();
  const files = programFiles(workspace, owner, () => context.begin());
  return mayShowOwners(context) ? files : { ...files, ...unreadFiles() };
}

function show(result: SandboxResult): ToolOutcome {
  const printed = result.console.map(({ level, text }) => (level === "log" ? text : `[${level}] ${text}`));
  const console = printed.length > 0 ? `Printed:\n${printed.join("\n")}\n\n` : "";
  return result.ok
    ? { ok: true, content: `${console}Result:\n${result.value}`, trust: "untrusted" }
    : { ok: false, error: `${console}${result.reason}`, trust: "untrusted" };
}
