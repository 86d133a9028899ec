/**
 * Skills in the prompt: one line each, always-on ones in full and, for models without tools, those that fit the
 * message.
 */
import type { Agent } from "../../domain/agent.ts";
import type { Skill } from "./skill.ts";

const MAX_LINE = 300;
const MAX_INDEXED = 100;
/** Limit in characters of all skills that are added because they fit. */
const MAX_FITTING = 12_000;
const LEAST_SCORE = 2;

/** Caches, held weakly by their lists: each agent's choice from a list of skills, and the sections of a choice. */
const chosenOf = new WeakMap<readonly Skill[], WeakMap<Agent, readonly Skill[]>>();
const sectionsOf = new WeakMap<readonly Skill[], string[]>();

/** Skills that the agent has chosen; all when it names none, or `*`. */
export function skillsOf(agent: Agent, skills: readonly Skill[]): readonly Skill[] {
  const known = chosenOf.get(skills) ?? new WeakMap<Agent, readonly Skill[]>();
  chosenOf.set(skills, known);
  const chosen = known.get(agent) ?? choose(agent, skills);
  known.set(agent, chosen);
  return chosen;
}

function choose(agent: Agent, skills: readonly Skill[]): readonly Skill[] {
  const chosen = new Set(agent.skills);
  return chosen.size === 0 || chosen.has("*") ? skills : skills.filter(({ name }) => chosen.has(name));
}

/** Sections of the prompt, which change only with the skills. */
export function skillSections(skills: readonly Skill[]): string[] {
  const sections = sectionsOf.get(skills) ?? written(skills);
  sectionsOf.set(skills, sections);
  return sections;
}

function written(skills: readonly Skill[]): string[] {
  const always = skills.filter((skill) => skill.always);
  const others = skills.filter((skill) => !skill.always);
  const lines = others
    .slice(0, MAX_INDEXED)
    .map(({ name, description }) => `- ${name}: ${oneLine(description)}`);
  const rest = others.slice(MAX_INDEXED).map(({ name }) => name);
  const index = rest.length === 0 ? lines : [...lines, `And ${rest.length} more: ${rest.join(", ")}`];
  return [
    ...(index.length > 0 ? [`${INTRODUCTION}\n${index.join("\n")}`] : []),
    ...always.map(({ name, body }) => `Skill ${name}:\n${body}`),
  ];
}

const INTRODUCTION =
  "Skills you can load with load_skill when the task fits. Load one before you start on such a task, and follow it:";

/** Bodies of the skills whose name and description fit the message best, for models that can't load any. */
export function fittingSkills(skills: readonly Skill[], words: string): string[] {
  const wanted = new Set(stems(words));
  const scored = skills
    .filter((skill) => !skill.always)
    .map((skill) => ({ skill, score: scoreOf(skill, wanted) }))
    .filter(({ score }) => score >= LEAST_SCORE)
    .sort((a, b) => b.score - a.score);
  let room = MAX_FITTING;
  return scored.slice(0, 2).flatMap(({ skill }) => {
    if (skill.body.length > room) return [];
    room -= skill.body.length;
    return [`Skill ${skill.name}:\n${skill.body}`];
  });
}

/** Counts shared words; those of the name count twice. */
function scoreOf({ name, description }: Skill, wanted: ReadonlySet<string>): number {
  const inName = new Set(stems(name.replaceAll("-", " ")));
  const inDescription = new Set(stems(description));
  const count = (words: ReadonlySet<string>) => [...words].filter((word) => wanted.has(word)).length;
  return 2 * count(inName) + count(inDescription);
}

const COMMON = new Set(
  "about after also and any are for from has have how into its more not one other out some that the their them then there these they this use used user when which while with you your what can will please make".split(
    " ",
  ),
);

/** Lower-case words, without stop words and common endings. */
function stems(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return words
    .filter((word) => !COMMON.has(word))
    .map((word) => word.replace(/(ings?|ers?|ed|es|s)$/, "").replace(/(.)\1$/, "$1"));
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}...` : line;
}
