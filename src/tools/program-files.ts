/**
 * Workspace access for sandboxed programs: the same paths and limits as the tools, and a limit on the number of paths.
 */
import { z } from "zod";
import { decodeText } from "../domain/text/decode-text.ts";
import type { HostFunction } from "../sandbox/port.ts";
import { MAX_FILE_BYTES, type Workspace } from "./workspace/port.ts";
import { type SafePath, safeFolder, safePath } from "./workspace/safe-path.ts";
import { touchOfWrite } from "./workspace/steering.ts";
import { writablePath } from "./workspace/writable-path.ts";

/** Limit on the files that one program may read or write. */
const MOST_PATHS = 1_000;

/**
 * Host functions for one program. Their errors are thrown in the program. `begin` is called before each change, which
 * is not made if it throws.
 */
export function programFiles(
  workspace: Workspace,
  owner: string,
  begin: () => void = () => undefined,
): Record<string, HostFunction> {
  const admitted = pathCounter();
  return {
    readFile: async (path) => readFile(workspace, owner, admitted(safePath(text(path)))),
    async writeFile(path, content) {
      const file = { path: admitted(writablePath(text(path))), content: text(content) };
      begin();
      return writeFile(workspace, owner, file);
    },
    listFiles: (folder) => listFiles(workspace, owner, folder),
  };
}

/** Host functions for a program that somebody other than the owner asks for: no files. */
export function noFiles(): Record<string, HostFunction> {
  const refuse = () => {
    throw new Error("the files here are their owner's: a program that somebody else asks for does without");
  };
  return { readFile: refuse, writeFile: refuse, listFiles: refuse };
}

/**
 * Host functions for a program whose result others read and whose code does not name readFile or listFiles: nobody was
 * asked whether they may see files.
 */
export function unreadFiles(): Record<string, HostFunction> {
  const refuse = () => {
    throw new Error(
      "others read along here: a program that reads files names readFile or listFiles as it calls it",
    );
  };
  return { readFile: refuse, listFiles: refuse };
}

function text(value: unknown): string {
  if (typeof value === "string") return value;
  throw new Error("A path and a file's content are strings.");
}

/** Counts paths. Throws for an invalid path and beyond the limit. */
function pathCounter(): (safe: SafePath) => string {
  const used = new Set<string>();
  return (safe) => {
    if (!safe.ok) throw new Error(safe.problem);
    used.add(safe.path);
    if (used.size <= MOST_PATHS) return safe.path;
    throw new Error(
      `This program has used ${MOST_PATHS} files, the most that one may. Do the rest in another.`,
    );
  };
}

async function readFile(workspace: Workspace, owner: string, path: string): Promise<string> {
  const file = await workspace.read(owner, path);
  const content = file && decodeText(file.bytes);
  if (content === undefined) throw new Error(file ? `${path} is not text.` : `There is no file ${path}.`);
  return content;
}

/** Refuses files that steer the agent: the `write` tool handles those and may ask first. */
async function writeFile(
  workspace: Workspace,
  owner: string,
  { path, content }: { path: string; content: string },
): Promise<void> {
  if (touchOfWrite(path).to !== "nobody") throw new Error(`${path} can only be written with the write tool.`);
  const bytes = new TextEncoder().encode(content);
  if (bytes.length > MAX_FILE_BYTES) throw new Error(`A file has at most ${MAX_FILE_BYTES} bytes.`);
  await workspace.write(owner, path, { bytes });
}

async function listFiles(workspace: Workspace, owner: string, folder: unknown): Promise<string[]> {
  const safe = safeFolder(z.string().nullish().parse(folder) ?? "");
  if (!safe.ok) throw new Error(safe.problem);
  return workspace.paths(owner, safe.path);
}
