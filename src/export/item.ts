/** Items of an import: what an export or the home of another program holds, in Nightjar's terms. All of it is untrusted. */
import type { ImportedConversation } from "./said.ts";

export const ITEM_KINDS = [
  "conversation",
  "agent",
  "memory",
  "skill",
  "schedule",
  "prompt",
  "room",
  "capability",
  "hook",
  "workspace_file",
  "preferences",
  "replay_set",
] as const;

export type ItemKind = (typeof ITEM_KINDS)[number];

export interface ImportedAgent {
  /** Name of the program and its own name for the agent. */
  source: string;
  name: string;
  /** Persona and instructions. */
  prompt: string;
  /** The whole agent as a Nightjar exports it, in place of `name` and `prompt`. */
  file?: string;
}

export interface ImportedMemory {
  text: string;
  /** Program and file that it is from, for people. */
  from: string;
  /** ISO 8601. */
  at?: string;
  /** Scope in the Nightjar that it is from; absent: the person's. */
  scope?: string;
  /** Fact that `text` says in words. */
  fact?: { entity: string; attribute: string; value: string };
  /** Commitment that `text` says in words; `due_at` is in ms since the epoch. */
  promise?: { who: string; due_at?: number };
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

export interface ImportedPrompt {
  name: string;
  description: string;
  text: string;
}

/** A room or a hook, with its fields as they were exported. */
export interface ImportedFields {
  source: string;
  name: string;
  fields: Readonly<Record<string, unknown>>;
}

/** A file of the workspace, which stays in the archive until it is taken. */
export interface ImportedFile {
  /** Path in the workspace. */
  name: string;
  /** Path in the archive. */
  archived: string;
}

/** A replay set, whose turns' copies stay in the archive until it is taken. */
export interface ImportedReplaySet {
  source: string;
  name: string;
  turns: readonly Readonly<Record<string, unknown>>[];
}

export interface ImportedPreferences {
  /** Names of those that are set. */
  name: string;
  values: Readonly<Record<string, unknown>>;
}

/** An item with the name of its form or program. */
export type ImportItem = { format: string } & (
  | { kind: "conversation"; value: ImportedConversation }
  | { kind: "agent"; value: ImportedAgent }
  | { kind: "memory"; value: ImportedMemory }
  | { kind: "skill"; value: ImportedSkill }
  | { kind: "schedule"; value: ImportedSchedule }
  | { kind: "prompt"; value: ImportedPrompt }
  | { kind: "room" | "hook"; value: ImportedFields }
  | { kind: "capability"; value: ImportedSkill }
  | { kind: "workspace_file"; value: ImportedFile }
  | { kind: "preferences"; value: ImportedPreferences }
  | { kind: "replay_set"; value: ImportedReplaySet }
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
  "permissions",
  "record",
  "derived",
  "not_in_force",
  "there_already",
  "no_agent",
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
