/**
 * The Builder's workbench for one turn: the draft files of its build, and the hosts and secrets that a person
 * has allowed.
 */
import type { Build, BuildStore, DraftFiles } from "./build.ts";

export interface Workbench {
  readonly build: Build;
  files(): DraftFiles;
  /** An empty text deletes the file. Returns a refusal for the model to read, if any. */
  write(path: string, text: string): Promise<string | undefined>;
  /** Allowed hosts and secrets. */
  allowed(): readonly string[];
  /** The names that a person has not allowed yet. */
  missing(names: readonly string[]): string[];
  /** Records that a person has allowed them, for this build. */
  allow(names: readonly string[]): Promise<void>;
}

const PATHS = ["main.ts", "main.js", "test.ts", "test.js", "package.json", "manifest.json", "RUN.md"];
/** Limit of all files together, in UTF-16 units. */
const MOST_CHARACTERS = 200_000;

export function openWorkbench(store: BuildStore, build: Build, drafted: DraftFiles): Workbench {
  let files = drafted;
  let allowed = build.allowed;
  return {
    build,
    files: () => files,
    async write(path, text) {
      const { [path]: _old, ...others } = files;
      const next = text === "" ? others : { ...others, [path]: text };
      const problem = problemWith(path, next);
      if (problem !== undefined) return problem;
      await store.saveFiles(build.id, next);
      files = next;
      return undefined;
    },
    allowed: () => allowed,
    missing: (names) => names.filter((name) => !allowed.includes(name)),
    async allow(names) {
      const all = [...new Set([...allowed, ...names])];
      if (all.length === allowed.length) return;
      await store.note(build.id, { allowed: all });
      allowed = all;
    },
  };
}

function problemWith(path: string, files: DraftFiles): string | undefined {
  if (!PATHS.includes(path))
    return `"${path.slice(0, 100)}" is not part of a capability, which consists of main.ts, test.ts, package.json, manifest.json and RUN.md.`;
  const size = Object.values(files).reduce((sum, text) => sum + text.length, 0);
  if (size <= MOST_CHARACTERS) return undefined;
  return `All files together would have ${size} characters; ${MOST_CHARACTERS} are the most.`;
}
