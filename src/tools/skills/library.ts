/** All skills of an owner: shipped ones, and those of the workspace, which win on equal names. */

import { decodeText } from "../../domain/text/decode-text.ts";
import { SwrCache } from "../../platform/swr-cache.ts";
import type { Workspace } from "../workspace/port.ts";
import { type BrokenSkill, type FrontMatterParser, isBroken, parseSkill, type Skill } from "./skill.ts";

export interface SkillLibrary {
  /** Lists the skills, ordered by name. */
  list(owner: string): Promise<{ skills: Skill[]; broken: BrokenSkill[] }>;
  /** Reads a file beside SKILL.md; undefined when there is none or it is not text. */
  readFile(owner: string, skill: Skill, path: string): Promise<string | undefined>;
  /** Drops the owner's cached skills. Call it after a change. */
  forget(owner: string): void;
}

export interface LibraryDeps {
  /** The files of `r2/skills/{name}/...` with their text. */
  shipped: readonly { path: string; text: string }[];
  workspace: Workspace;
  parse: FrontMatterParser;
  now(): number;
}

interface Found {
  skills: Skill[];
  broken: BrokenSkill[];
}

const MAX_SKILLS = 200;
/** Limit on owners in the cache. */
const MOST_KEPT = 200;

export function createSkillLibrary(deps: LibraryDeps): SkillLibrary {
  const shipped = shippedSkills(deps);
  const cache = new SwrCache<Found>({
    read: async (owner) => merged(shipped, await ownSkills(deps, owner)),
    now: deps.now,
    fresh_ms: 20_000,
    // A turn waits only for the first look-up.
    stale_ms: Number.POSITIVE_INFINITY,
    most: MOST_KEPT,
  });
  return {
    list: async (owner) => cache.get(owner),
    readFile: (owner, skill, path) => readFile(deps, owner, { skill, path }),
    forget: (owner) => cache.forget(owner),
  };
}

function shippedSkills({ shipped, parse }: LibraryDeps): (Skill | BrokenSkill)[] {
  const paths = shipped.map(({ path }) => path.replace(/^r2\/skills\//, ""));
  return shipped.flatMap(({ text }, index) => {
    const [folder = "", file] = (paths[index] ?? "").split("/");
    if (file !== "SKILL.md") return [];
    return [parseSkill({ folder, text, files: filesIn(folder, paths), source: "shipped" }, parse)];
  });
}

async function ownSkills({ workspace, parse }: LibraryDeps, owner: string): Promise<(Skill | BrokenSkill)[]> {
  const paths = (await workspace.paths(owner, "skills/")).map((path) => path.slice("skills/".length));
  const folders = paths.flatMap((path) => /^([^/]+)\/SKILL\.md$/.exec(path)?.[1] ?? []);
  const problem = `${folders.length} skills are installed, and the first ${MAX_SKILLS} by name are read: remove some.`;
  const tooMany = folders.slice(MAX_SKILLS).map((name) => ({ name, problem }));
  const read = await Promise.all(
    folders.slice(0, MAX_SKILLS).map(async (folder) => {
      const file = await workspace.read(owner, `skills/${folder}/SKILL.md`);
      const text = (file && decodeText(file.bytes)) ?? "";
      return parseSkill({ folder, text, files: filesIn(folder, paths), source: "workspace" }, parse);
    }),
  );
  return [...read, ...tooMany];
}

function filesIn(folder: string, paths: readonly string[]): string[] {
  return paths
    .filter((path) => path.startsWith(`${folder}/`) && path !== `${folder}/SKILL.md`)
    .map((path) => path.slice(folder.length + 1));
}

function merged(shipped: (Skill | BrokenSkill)[], own: (Skill | BrokenSkill)[]): Found {
  const names = new Set(own.map(({ name }) => name));
  const all = [...own, ...shipped.filter(({ name }) => !names.has(name))];
  const skills = all
    .filter((skill): skill is Skill => !isBroken(skill))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { skills, broken: all.filter(isBroken) };
}

async function readFile(
  { shipped, workspace }: LibraryDeps,
  owner: string,
  { skill, path }: { skill: Skill; path: string },
): Promise<string | undefined> {
  if (!skill.files.includes(path)) return undefined;
  if (skill.source === "shipped") {
    return shipped.find((file) => file.path === `r2/skills/${skill.name}/${path}`)?.text;
  }
  const file = await workspace.read(owner, `skills/${skill.name}/${path}`);
  return file && decodeText(file.bytes);
}
