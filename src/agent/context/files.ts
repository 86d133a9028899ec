/** The workspace files that an agent's prompt contains. */
import type { ContextFiles } from "../ports/context-files.ts";

export interface ContextFile {
  name: string;
  text: string;
}

interface LoadedFiles {
  /** Files that define the agent; an edit of these is an edit of the agent. */
  stable: ContextFile[];
  /** Files with the agent's knowledge; they may change between turns. */
  semi_stable: ContextFile[];
}

/** Files that change seldom: a change makes the rest of the prompt uncached. */
const STABLE = new Set(["SOUL.md", "AGENTS.md"]);

/** Characters of one file: one that grew without bound must not fill the window. */
const MAX_CHARACTERS = 20_000;

/** A file that cannot be read now is left out and reported to `failed`; the turn goes on. */
export async function loadContextFiles(
  files: ContextFiles,
  { owner, names }: { owner: string; names: readonly string[] },
  failed: (name: string, problem: unknown) => void,
): Promise<LoadedFiles> {
  const read = async (name: string): Promise<ContextFile[]> => {
    try {
      const text = (await files.read(owner, name))?.trim();
      return text ? [{ name, text: shortened(text) }] : [];
    } catch (problem) {
      failed(name, problem);
      return [];
    }
  };
  const found = (await Promise.all(names.map(read))).flat();
  const isStable = ({ name }: ContextFile) => STABLE.has(name);
  return { stable: found.filter(isStable), semi_stable: found.filter((file) => !isStable(file)) };
}

export function sectionOf({ name, text }: ContextFile): string {
  return `# ${name}\n\n${text}`;
}

function shortened(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS)}\n[cut: the rest of this file is in the workspace]`;
}
