/** A skill as a zip archive: looked into before it is installed. */

import { unzip, withoutTopFolder } from "../../platform/zip.ts";
import { textOf } from "../workspace/read.ts";
import { safePath } from "../workspace/safe-path.ts";
import { type FrontMatterParser, isBroken, parseSkill, type Skill } from "./skill.ts";

export interface SkillArchive {
  skill: Skill;
  /** Paths within the skill's folder; SKILL.md is among them. */
  files: { path: string; bytes: Uint8Array }[];
}

/** What a person should know before they say yes. */
export interface SkillPreview {
  name: string;
  description: string;
  /** Its text would be in every prompt. */
  always: boolean;
  allowed_tools: string[];
  files: { path: string; size: number }[];
  /** Hosts that its texts name: where it may send an agent. */
  hosts: string[];
  /** Built-in tools that its texts name. */
  mentions: string[];
  warnings: string[];
  body: string;
}

export type OpenedArchive = { ok: true; archive: SkillArchive } | { ok: false; problem: string };

const LIMITS = { files: 100, bytes: 5_000_000, what: "A skill" };

export async function openSkillArchive(zip: Uint8Array, parse: FrontMatterParser): Promise<OpenedArchive> {
  const unzipped = await unzip(zip, LIMITS);
  if (!unzipped.ok) return unzipped;
  const files = withoutTopFolder(unzipped.files, "SKILL.md");
  for (const { path } of files) {
    const safe = safePath(path);
    if (!safe.ok) return { ok: false, problem: safe.problem };
  }
  const main = files.find(({ path }) => path === "SKILL.md");
  const text = main && textOf(main.bytes);
  if (text === undefined)
    return { ok: false, problem: "The archive has no SKILL.md at its top, or it is not text." };
  const folder = /^name:\s*["']?([\w-]+)/m.exec(text)?.[1] ?? "";
  const names = files.map(({ path }) => path).filter((path) => path !== "SKILL.md");
  const skill = parseSkill({ folder, text, files: names, source: "workspace" }, parse);
  return isBroken(skill) ? { ok: false, problem: skill.problem } : { ok: true, archive: { skill, files } };
}

const TOOL_NAMES =
  /\b(read|write|edit|list_files|run_code|message|web_search|web_fetch|browser|memory_write|memory_forget|spawn_agent|delegate|schedule_message|speak|generate_image|request_capability)\b/g;

export function previewOf({ skill, files }: SkillArchive): SkillPreview {
  const texts = files.map(({ bytes }) => textOf(bytes) ?? "").join("\n");
  const { name, description, always, allowed_tools, body } = skill;
  return {
    name,
    description,
    always,
    allowed_tools,
    files: files.map(({ path, bytes }) => ({ path, size: bytes.length })),
    hosts: unique([...texts.matchAll(/https?:\/\/([\w.-]+)/g)].map((match) => match[1] ?? "")),
    mentions: unique([...texts.matchAll(TOOL_NAMES)].map((match) => match[0])),
    warnings: warningsOf(skill, files),
    body,
  };
}

function warningsOf({ always }: Skill, files: SkillArchive["files"]): string[] {
  const binary = files.filter(({ bytes }) => textOf(bytes) === undefined).map(({ path }) => path);
  return [
    ...(always ? ["It is always on: its text is part of every prompt of your agents."] : []),
    ...(binary.length > 0
      ? [`It has files that are not text and can't be looked into: ${binary.join(", ")}.`]
      : []),
  ];
}

function unique(values: string[]): string[] {
  return [...new Set(values)].sort();
}
