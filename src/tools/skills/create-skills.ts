/** Skills, as the prompt builder, the tools and the routes use them. */
import type { Tool } from "../../agent/ports/tool.ts";
import type { Agent } from "../../domain/agent.ts";
import { createSkillInstaller, type SkillInstaller } from "./install.ts";
import { createSkillLibrary, type LibraryDeps, type SkillLibrary } from "./library.ts";
import { createLoadSkillTool } from "./load-skill.ts";
import { fittingSkills, skillSections, skillsOf } from "./prompt.ts";
import type { Skill } from "./skill.ts";

export interface Skills extends SkillInstaller {
  library: SkillLibrary;
  tool: Tool;
  /** Semi-stable sections of the prompt. Never rejects: a turn works without skills. */
  sections(agent: Agent, owner: string): Promise<string[]>;
  /** Skills that fit the message, for the dynamic part of the prompt of models without tools. Never rejects. */
  fitting(agent: Agent, owner: string, words: string): Promise<string[]>;
}

export function createSkills(deps: LibraryDeps): Skills {
  const library = createSkillLibrary(deps);
  const of = async (agent: Agent, owner: string) => {
    const { skills } = await library.list(owner).catch(() => ({ skills: NONE }));
    return skillsOf(agent, skills);
  };
  return {
    ...createSkillInstaller({ ...deps, library }),
    library,
    tool: createLoadSkillTool(library),
    sections: async (agent, owner) => skillSections(await of(agent, owner)),
    fitting: async (agent, owner, words) => fittingSkills(await of(agent, owner), words),
  };
}

const NONE: readonly Skill[] = [];
