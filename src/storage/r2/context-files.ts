/** Cache of the workspace files that belong to an agent's prompt, kept across turns. */
import type { ContextFiles } from "../../agent/ports/context-files.ts";
import { BoundedMap } from "../../platform/bounded-map.ts";
import type { StoredFile, Workspace } from "../../tools/workspace/port.ts";
import { mayStand } from "../../tools/workspace/steering.ts";

interface Held {
  text: string | undefined;
  read_at: number;
}

export interface WatchedFiles {
  files: ContextFiles;
  /** Wraps the workspace: the next turn here sees writes made through it. */
  workspace: Workspace;
}

/** How long an edit made elsewhere may go unseen. */
const FRESH_MS = 15_000;
const STALE_MS = 10 * 60_000;
const MAX_HELD = 2_000;
/** Characters of all files together: about 8 MB. */
const MAX_CHARACTERS = 4_000_000;

/**
 * Stale-while-revalidate: a file read in the last minutes is returned at once, and refreshed if it is no
 * longer fresh.
 */
export function watchContextFiles(stored: Workspace, now: () => number): WatchedFiles {
  const held = new BoundedMap<Held>({
    most: MAX_HELD,
    heaviest: MAX_CHARACTERS,
    weigh: ({ text }) => text?.length ?? 0,
  });

  const renew = async (owner: string, name: string): Promise<string | undefined> => {
    const file = await stored.read(owner, name);
    const text = file && standing(file);
    held.set(keyOf(owner, name), { text, read_at: now() });
    return text;
  };
  const files: ContextFiles = {
    async read(owner, name) {
      const known = held.get(keyOf(owner, name));
      const age = known ? now() - known.read_at : Number.POSITIVE_INFINITY;
      if (known && age < FRESH_MS) return known.text;
      const renewed = renew(owner, name);
      if (!known || age > STALE_MS) return renewed;
      // Stale: returned now, refreshed for the next turn. A failure reappears in a turn that has to wait.
      renewed.catch(() => undefined);
      return known.text;
    },
  };
  const workspace: Workspace = {
    ...stored,
    async write(owner, path, content) {
      const result = await stored.write(owner, path, content);
      held.delete(keyOf(owner, path));
      return result;
    },
    async remove(owner, path) {
      const removed = await stored.remove(owner, path);
      held.delete(keyOf(owner, path));
      return removed;
    },
  };
  return { files, workspace };
}

/** Shown in place of a file that waits for its owner, so that the agent can tell the person. */
const WAITS =
  "(left out: this file may hold somebody else's words. Its owner looks at it under Files and keeps it under agents/, where only they write unasked.)";

function standing(file: StoredFile): string {
  return mayStand(file) ? new TextDecoder().decode(file.bytes) : WAITS;
}

function keyOf(owner: string, path: string): string {
  return `${owner} ${path}`;
}
