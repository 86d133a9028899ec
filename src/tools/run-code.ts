/** Runs a short program in the sandbox, with the workspace at hand. */
import { z } from "zod";
import type { GuardedFetch } from "../agent/ports/fetch.ts";
import type { Tool, ToolContext, ToolOutcome } from "../agent/ports/tool.ts";
import { createGateway } from "../capabilities/sandbox/gateway.ts";
import type { HostFunction, Sandbox, SandboxResult } from "../capabilities/sandbox/port.ts";
import { defineTool } from "./define-tool.ts";
import { MAX_FILE_BYTES, type Workspace } from "./workspace/port.ts";
import { textOf } from "./workspace/read.ts";
import { safePath } from "./workspace/safe-path.ts";
import { touchOfWrite } from "./workspace/steering.ts";
import { writablePath } from "./workspace/writable-path.ts";

export interface RunCodeDeps {
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

const DESCRIPTION = [
  "Run a program and get what it prints and its result: the value of the last expression (JavaScript, TypeScript; `await` works), or what it returns (Lua).",
  "`await ctx.readFile(path)`, `ctx.writeFile(path, text)` and `ctx.listFiles(folder)` reach the workspace; `ctx.fetch(url, init)` reaches `hosts` only.",
  "In Lua they are ctx.readFile(path) and so on, and json.encode and json.decode are there. No packages, no shell. 2 s of computing, 64 MB.",
].join(" ");

export function createRunCodeTool(deps: RunCodeDeps): Tool {
  return defineTool({
    name: "run_code",
    description: DESCRIPTION,
    schema: Input,
    effect: "once",
    reach: "inside",
    touches: ({ hosts }) =>
      hosts.length === 0
        ? { to: "nobody" }
        : { to: "elsewhere", what: `run a program that may send data to ${hosts.join(", ")}` },
    timeout_ms: 90_000,
    async run({ code, language, hosts }, context) {
      const host = hostFunctions(deps, hosts, context);
      const { signal } = context;
      return show(await deps.sandbox.run({ language, code, entry: { kind: "program" }, host, signal }));
    },
  });
}

function hostFunctions(
  deps: RunCodeDeps,
  hosts: string[],
  context: ToolContext,
): Record<string, HostFunction> {
  const { owner, signal } = context;
  return {
    fetch: createGateway({ fetch: deps.fetch, hosts, signal }),
    readFile: (path) => readFile(deps.workspace, owner, path),
    writeFile: (path, text) => writeFile(deps.workspace, owner, { path, text }),
    listFiles: (folder) => listFiles(deps.workspace, owner, folder),
  };
}

async function readFile(workspace: Workspace, owner: string, path: unknown): Promise<string> {
  const safe = safePath(z.string().parse(path));
  if (!safe.ok) throw new Error(safe.problem);
  const file = await workspace.read(owner, safe.path);
  const text = file && textOf(file.bytes);
  if (text === undefined)
    throw new Error(file ? `${safe.path} is not text.` : `There is no file ${safe.path}.`);
  return text;
}

/** Files that steer the agent are left to `write`, which may ask first. */
async function writeFile(
  workspace: Workspace,
  owner: string,
  { path, text }: { path: unknown; text: unknown },
): Promise<void> {
  const safe = writablePath(z.string().parse(path));
  if (!safe.ok) throw new Error(safe.problem);
  if (touchOfWrite(safe.path).to !== "nobody")
    throw new Error(`${safe.path} can only be written with the write tool.`);
  const bytes = new TextEncoder().encode(z.string().parse(text));
  if (bytes.length > MAX_FILE_BYTES) throw new Error(`A file has at most ${MAX_FILE_BYTES} bytes.`);
  await workspace.write(owner, safe.path, { bytes });
}

async function listFiles(workspace: Workspace, owner: string, folder: unknown): Promise<string[]> {
  const name = z.string().nullish().parse(folder)?.replace(/\/+$/, "");
  const safe = name ? safePath(name) : undefined;
  if (safe && !safe.ok) throw new Error(safe.problem);
  const { files } = await workspace.list(owner, safe ? `${safe.path}/` : "", { limit: 1000 });
  return files.map(({ path }) => path);
}

function show(result: SandboxResult): ToolOutcome {
  const printed = result.console.map(({ level, text }) => (level === "log" ? text : `[${level}] ${text}`));
  const console = printed.length > 0 ? `Printed:\n${printed.join("\n")}\n\n` : "";
  return result.ok
    ? { ok: true, content: `${console}Result:\n${result.value}`, trust: "untrusted" }
    : { ok: false, error: `${console}${result.reason}`, trust: "untrusted" };
}
