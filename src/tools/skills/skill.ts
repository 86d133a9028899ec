/** A skill: a document that teaches an agent how to do one kind of thing. */
import { z } from "zod";

export interface Skill {
  name: string;
  description: string;
  /** The body is in every prompt. */
  always: boolean;
  /** Tools that the skill says it needs. This grants it no rights. */
  allowed_tools: string[];
  body: string;
  /** Other files in its folder. */
  files: string[];
  source: "shipped" | "workspace";
}

/** A folder under skills/ that is not a skill, and why. */
export interface BrokenSkill {
  name: string;
  problem: string;
}

export type FrontMatterParser = (text: string, path: string) => { data: unknown; body: string };

const MAX_BODY_CHARS = 60_000;

const Header = z.object({
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  description: z.string().trim().min(1).max(1024),
  always: z.boolean().default(false),
  "allowed-tools": z.union([z.string(), z.array(z.string())]).optional(),
});

interface SkillText {
  /** The folder's name. */
  folder: string;
  text: string;
  files: string[];
  source: Skill["source"];
}

export function parseSkill(found: SkillText, parse: FrontMatterParser): Skill | BrokenSkill {
  try {
    return skillOf(found, parse);
  } catch (error) {
    return { name: found.folder, problem: error instanceof Error ? error.message : String(error) };
  }
}

function skillOf({ folder, text, files, source }: SkillText, parse: FrontMatterParser): Skill | BrokenSkill {
  const { data, body } = parse(text, `skills/${folder}/SKILL.md`);
  const header = Header.safeParse(data);
  if (!header.success) {
    const [issue] = header.error.issues;
    return { name: folder, problem: `SKILL.md: ${issue?.path.join(".")}: ${issue?.message}` };
  }
  const { name, description, always } = header.data;
  if (name !== folder)
    return { name: folder, problem: `SKILL.md: the name is ${name}, but the folder is ${folder}` };
  if (body.trim() === "") return { name, problem: "SKILL.md has no text after its header" };
  if (body.length > MAX_BODY_CHARS)
    return { name, problem: `SKILL.md is longer than ${MAX_BODY_CHARS} characters` };
  return {
    name,
    description,
    always,
    allowed_tools: toolList(header.data["allowed-tools"]),
    body,
    files,
    source,
  };
}

/** Matches a tool name with an optional restriction in parentheses: `Bash(npm run:*)` is one, with its space. */
const TOOL = /(?:[^\s,()]|\([^()]*\))+/g;

function toolList(tools: string | string[] | undefined): string[] {
  const list = typeof tools === "string" ? (tools.match(TOOL) ?? []) : (tools ?? []);
  return list.map((tool) => tool.trim()).filter((tool) => tool !== "");
}

export function isBroken(skill: Skill | BrokenSkill): skill is BrokenSkill {
  return "problem" in skill;
}
