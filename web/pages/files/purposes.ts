/** Facts about a file from its path and type. */

import type { WorkspaceFile } from "../../api/agents/workspace.ts";
import { t } from "../../words/t.ts";

/** Files that steer the agents, in the order in which they are offered. */
export const STEERING: Readonly<Record<string, string>> = {
  "SOUL.md": t("Who your agent is. Included in every prompt."),
  "AGENTS.md": t("How it works. Included in every prompt."),
  "MEMORY.md": t("Context for people's messages."),
  "HEARTBEAT.md": t("Context for scheduled and automatic runs."),
};

/** Larger files are for other programs. */
const LONGEST_EDITED = 500_000;
const TEXT = /^(text\/|application\/(json|jsonl|toml|yaml|xml|javascript))|\+(json|xml)$/;

export function isEditable({ media_type, size }: Pick<WorkspaceFile, "media_type" | "size">): boolean {
  return TEXT.test(media_type) && size <= LONGEST_EDITED;
}

/** Steering files that do not exist yet. */
export function suggestSteeringFiles(paths: readonly string[]): string[] {
  return Object.keys(STEERING).filter((path) => !paths.includes(path));
}
