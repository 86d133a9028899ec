/** The Builder's workbench for one turn: the files of its build, and what a person has allowed it to reach. */
import type { Build, BuildStore, DraftFiles } from "./build.ts";

export interface Bench {
  readonly build: Build;
  files(): DraftFiles;
  /** Returns why not, for the model to read. */
  write(path: string, text: string): Promise<string | undefined>;
  /** What of these a person has still to allow. */
  missing(names: readonly string[]): string[];
  /** A person has allowed them, for this build. */
  allow(names: readonly string[]): Promise<void>;
}

export const MOST_FILES = 20;
/** UTF-16 units of all of them. */
export const MOST_CHARACTERS = 200_000;

const PATH = /^(?:[a-z0-9_-]+\/){0,3}[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i;

export function openBench(store: BuildStore, build: Build, drafted: DraftFiles): Bench {
  let files = drafted;
  let allowed = build.allowed;
  return {
    build,
    files: () => files,
    async write(path, text) {
      const next = { ...files, [path]: text };
      const problem = problemWith(path, next);
      if (problem !== undefined) return problem;
      await store.saveFiles(build.id, next);
      files = next;
      return undefined;
    },
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
  if (path.length > 100 || !PATH.test(path))
    return `"${path.slice(0, 100)}" is no path of a file here: letters, digits, _ and -, with an ending, in at most three folders.`;
  if (Object.keys(files).length > MOST_FILES) return `A capability has at most ${MOST_FILES} files.`;
  const size = Object.values(files).reduce((sum, text) => sum + text.length, 0);
  if (size > MOST_CHARACTERS)
    return `All files together would have ${size} characters; ${MOST_CHARACTERS} are the most.`;
  return undefined;
}
