/** What others wrote, as `scripts/trial.mjs` has installed it: loaded, or started as a program. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { CACHE, toolNode } from "../../scripts/start/paths.mjs";
import { Command } from "../support/process/command.ts";

export const FOREIGN = path.join(CACHE, "trial");
const MODULES = path.join(FOREIGN, "node_modules");
const require = createRequire(path.join(FOREIGN, "package.json"));

/** Its types are not known here: who uses it says what it is used for. */
export async function foreign<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(require.resolve(name)).href)) as T;
}

export function versionOf(name: string): string {
  return (manifestOf(name) as { version: string }).version;
}

/** Where the package lies. */
export function folderOf(name: string): string {
  return path.join(MODULES, name);
}

/** A program of a package. It is ended by `stop`. */
export function program(name: string, args: readonly string[], env: Record<string, string> = {}): Command {
  return new Command(toolNode(), [binOf(name), ...args], { cwd: FOREIGN, env });
}

/** The file that a package's command runs. */
export function binOf(name: string): string {
  const { bin } = manifestOf(name) as { bin: string | Record<string, string> };
  const file = typeof bin === "string" ? bin : Object.values(bin)[0];
  if (file === undefined) throw new Error(`${name} has no command`);
  return path.join(MODULES, name, file);
}

function manifestOf(name: string): unknown {
  return JSON.parse(readFileSync(path.join(MODULES, name, "package.json"), "utf8"));
}
