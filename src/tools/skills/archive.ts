/** Opens skills in a zip archive, for a preview before they are installed. */

import { decodeText } from "../../domain/text/decode-text.ts";
import { unzip, type ZipEntry } from "../../platform/zip.ts";
import { safePath } from "../workspace/safe-path.ts";
import { type BrokenSkill, type FrontMatterParser, isBroken, parseSkill, type Skill } from "./skill.ts";

export interface SkillArchive {
  skill: Skill;
  /** Files by path in the skill's folder; SKILL.md is among them. */
  files: { path: string; bytes: Uint8Array }[];
}

/** Facts that a person should know before installing. */
export interface SkillPreview {
  name: string;
  description: string;
  /** The skill's text would be in every prompt. */
  always: boolean;
  allowed_tools: string[];
  files: { path: string; size: number }[];
  /** Hosts named in its texts, where it may send an agent. */
  hosts: string[];
  /** Built-in tools named in its texts. */
  mentions: string[];
  warnings: string[];
  body: string;
}

type OpenedArchive =
  /** At least one skill, ordered by name. */
  { ok: true; skills: SkillArchive[]; broken: BrokenSkill[] } | { ok: false; problem: string };

/** Limits of the whole archive: a repository contains more than its skills. */
const LIMITS = { files: 3_000, bytes: 30_000_000, what: "An archive of skills" };
const MOST_FILES = 100;
const MOST_BYTES = 5_000_000;
const MAIN = "SKILL.md";

/** Opens an archive of one skill, of a folder, or of a whole repository: each folder with a SKILL.md is a skill. */
export async function openSkillArchive(zip: Uint8Array, parse: FrontMatterParser): Promise<OpenedArchive> {
  const unzipped = await unzip(zip, LIMITS);
  if (!unzipped.ok) return unzipped;
  for (const { path } of unzipped.files) {
    const safe = safePath(path);
    if (!safe.ok) return { ok: false, problem: safe.problem };
  }
  const found = foldersOf(unzipped.files).map((files) => skillIn(files, parse));
  const skills = found.filter((each): each is SkillArchive => !("problem" in each));
  const broken = found.filter((each): each is BrokenSkill => "problem" in each);
  const [first] = broken;
  if (skills.length > 0) return { ok: true, skills: skills.sort(byName), broken };
  return { ok: false, problem: first?.problem ?? "The archive has no SKILL.md." };
}

/** Groups files by skill, with their paths in it. A file belongs to the deepest skill around it. */
function foldersOf(files: readonly ZipEntry[]): ZipEntry[][] {
  const tops = files
    .filter(({ path }) => path === MAIN || path.endsWith(`/${MAIN}`))
    .map(({ path }) => path.slice(0, -MAIN.length))
    .sort((a, b) => b.length - a.length);
  const own = new Map<string, ZipEntry[]>(tops.map((top) => [top, []]));
  for (const { path, bytes } of files) {
    const top = tops.find((each) => path.startsWith(each));
    if (top !== undefined) own.get(top)?.push({ path: path.slice(top.length), bytes });
  }
  return [...own.values()];
}

function skillIn(files: ZipEntry[], parse: FrontMatterParser): SkillArchive | BrokenSkill {
  const main = files.find(({ path }) => path === MAIN);
  const text = main && decodeText(main.bytes);
  const name = /^name:\s*["']?([\w-]+)/m.exec(text ?? "")?.[1] ?? "";
  if (text === undefined) return { name, problem: "The archive has a SKILL.md that is not text." };
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (files.length > MOST_FILES || size > MOST_BYTES) {
    return { name, problem: `A skill has at most ${MOST_FILES} files and ${MOST_BYTES} bytes.` };
  }
  const names = files.map(({ path }) => path).filter((path) => path !== MAIN);
  const skill = parseSkill({ folder: name, text, files: names, source: "workspace" }, parse);
  return isBroken(skill) ? skill : { skill, files };
}

function byName({ skill: a }: SkillArchive, { skill: b }: SkillArchive): number {
  return a.name < b.name ? -1 : 1;
}

const TOOL_NAMES =
  /\b(read|write|edit|list_files|run_code|message|web_search|web_fetch|browser|memory_write|memory_forget|spawn_agent|delegate|schedule_message|speak|generate_image|request_capability)\b/g;

export function previewOf({ skill, files }: SkillArchive): SkillPreview {
  const texts = files.map(({ bytes }) => decodeText(bytes) ?? "").join("\n");
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
  const binary = files.filter(({ bytes }) => decodeText(bytes) === undefined).map(({ path }) => path);
  return [
    ...(always ? ["It is always on: its text is part of every prompt of your agents."] : []),
    ...(binary.length > 0 ? [`It has binary files that can't be inspected: ${binary.join(", ")}.`] : []),
  ];
}

function unique(values: string[]): string[] {
  return [...new Set(values)].sort();
}
