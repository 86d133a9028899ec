/** Differences between two versions of an agent, one entry per setting. */

import { changesIn, type FieldChange } from "../domain/text/changes.ts";
import type { AgentFields } from "./fields.ts";

const GROUPS: readonly string[] = [
  "limits",
  "context",
  "models_by_source",
  "tools",
] satisfies (keyof AgentFields)[];

export function changesBetween(before: AgentFields, after: AgentFields): FieldChange[] {
  return changesIn({ before, after, groups: GROUPS, texts: ["instructions"] });
}
