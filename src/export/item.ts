/** Items of an import: what an export or the home of another program holds, in Nightjar's terms. All of it is untrusted. */
import type { ImportedConversation } from "./said.ts";

export const ITEM_KINDS = ["conversation", "agent", "memory", "skill", "schedule"] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];

export interface ImportedAgent {
  /** Name of the program and its own name for the agent. */
  source: string;
  name: string;
  /** Persona and instructions. */
  prompt: string;
}

export interface ImportedMemory {
  text: string;
  /** Program and file that it is from, for people. */
  from: string;
  /** ISO 8601. */
  at?: string;
}

export interface ImportedSkill {
  name: string;
  /** Paths within the skill, with their text. */
  files: readonly { path: string; text: string }[];
}

export interface ImportedSchedule {
  source: string;
  name: string;
  text: string;
  timing: { cron: string } | { every_minutes: number } | { at: string };
  time_zone?: string;
  /** `source` of its agent. */
  agent?: string;
}

/** An item with the name of its form or program. */
export type ImportItem = { format: string } & (
  | { kind: "conversation"; value: ImportedConversation }
  | { kind: "agent"; value: ImportedAgent }
  | { kind: "memory"; value: ImportedMemory }
  | { kind: "skill"; value: ImportedSkill }
  | { kind: "schedule"; value: ImportedSchedule }
);

/** Reasons why something is not brought in; people read them in their own language. */
export const LEFT_REASONS = [
  "unknown_form",
  "not_json",
  "damaged",
  "too_long",
  "no_words",
  "page_not_json",
  "secret",
  "database",
  "unfit_timing",
  "refused",
  "over_quota",
] as const;

export type LeftReason = (typeof LEFT_REASONS)[number];

export interface LeftItem {
  kind: ItemKind | "file";
  title: string;
  why: LeftReason;
}

export type Finding = ImportItem | LeftItem;

export function isLeft(finding: Finding): finding is LeftItem {
  return "why" in finding;
}

/** Title or first words, for lists. */
export function nameOf(item: ImportItem): string {
  if (item.kind === "conversation") return item.value.title;
  return item.kind === "memory" ? item.value.text : item.value.name;
}
