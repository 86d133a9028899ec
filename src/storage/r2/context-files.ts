/** Cache of the workspace files that belong to an agent's prompt, kept across turns. */

import type { ContextFiles } from "../../agent/ports/context-files.ts";
import { override } from "../../domain/override.ts";
import { SwrCache } from "../../platform/swr-cache.ts";
import type { StoredFile, Workspace } from "../../tools/workspace/port.ts";
import { mayStand } from "../../tools/workspace/steering.ts";

export interface WatchedFiles {
  files: ContextFiles;
  /** Wraps the workspace: the next turn here sees writes made through it. */
  workspace: Workspace;
}

/** The next turn sees an edit made elsewhere once a file is 15 s old. */
const LIMITS = {
  fresh_ms: 15_000,
  stale_ms: 10 * 60_000,
  // A failure appears in the turn that has to wait.
  on_failure: "reject",
  most: 2_000,
  /** Characters of all files together: about 8 MB. */
  heaviest: 4_000_000,
} as const;

export function watchContextFiles(stored: Workspace, now: () => number): WatchedFiles {
  const held = new SwrCache<string | undefined, readonly [owner: string, path: string]>({
    ...LIMITS,
    now,
    weigh: (text) => text?.length ?? 0,
    read: async ([owner, path]) => {
      const file = await stored.read(owner, path);
      return file && standing(file);
    },
  });
  const files: ContextFiles = { read: async (owner, name) => held.get([owner, name]) };
  const workspace: Workspace = override(stored, {
    async write(owner, path, content) {
      const result = await stored.write(owner, path, content);
      held.forget([owner, path]);
      return result;
    },
    async remove(owner, path) {
      const removed = await stored.remove(owner, path);
      held.forget([owner, path]);
      return removed;
    },
  });
  return { files, workspace };
}

/** Shown in place of a file that waits for its owner, so that the agent can tell the person. */
const WAITS =
  "(left out: this file may hold somebody else's words. Its owner looks at it under Files and keeps it under agents/, where only they write unasked.)";

function standing(file: StoredFile): string {
  return mayStand(file) ? new TextDecoder().decode(file.bytes) : WAITS;
}
