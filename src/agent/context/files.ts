/** Which files of its workspace an agent sees: all that it is for people, less for what the system tells it. */
import type { ContextFiles } from "../ports/context-files.ts";

export type ContextTier = "full" | "operational";

export interface ContextFile {
  name: string;
  text: string;
}

export interface LoadedFiles {
  /** Who the agent is; an edit of these is an edit of the agent. */
  stable: ContextFile[];
  /** What it knows; may change between turns. */
  semi_stable: ContextFile[];
}

const SETS: Record<ContextTier, { stable: readonly string[]; semi_stable: readonly string[] }> = {
  full: { stable: ["SOUL.md", "AGENTS.md"], semi_stable: ["MEMORY.md"] },
  operational: { stable: ["SOUL.md", "AGENTS.md"], semi_stable: ["HEARTBEAT.md"] },
};

/** A file that grew without bound must not fill the window. */
const MAX_CHARACTERS = 20_000;

/** A file that cannot be read now is left out: the turn goes on. `failed` hears of it. */
export async function loadContextFiles(
  files: ContextFiles,
  { owner, tier }: { owner: string; tier: ContextTier },
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
  const all = (names: readonly string[]) => Promise.all(names.map(read)).then((found) => found.flat());
  const [stable, semi_stable] = await Promise.all([all(SETS[tier].stable), all(SETS[tier].semi_stable)]);
  return { stable, semi_stable };
}

export function sectionOf({ name, text }: ContextFile): string {
  return `# ${name}\n\n${text}`;
}

function shortened(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS)}\n[cut: the rest of this file is in the workspace]`;
}
