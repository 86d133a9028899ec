/** The `load_skill` tool: returns a skill's text or one of its files. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, toolError, trustedResult } from "../define-tool.ts";
import type { SkillLibrary } from "./library.ts";
import { skillsOf } from "./prompt.ts";
import type { Skill } from "./skill.ts";

export function createLoadSkillTool(library: SkillLibrary): Tool {
  return defineTool({
    name: "load_skill",
    description:
      "Load a skill by its name: how to do one kind of task well. With `file`, one of the files it mentions.",
    schema: z.object({ name: z.string().trim().min(1).max(64), file: z.string().max(500).optional() }),
    effect: "read",
    reach: "inside",
    async run({ name, file }, { owner, agent }) {
      const skills = skillsOf(agent, (await library.list(owner)).skills);
      const skill = skills.find((candidate) => candidate.name === name);
      if (!skill)
        return toolError(
          `There is no skill ${name}. There are: ${skills.map((s) => s.name).join(", ") || "none"}.`,
        );
      if (file === undefined) return trustedResult(whole(skill));
      const text = await library.readFile(owner, skill, file.replace(/^(\.\/)+/, ""));
      return text === undefined
        ? toolError(
            `The skill ${name} has no file ${file} that is text. It has: ${skill.files.join(", ") || "none"}.`,
          )
        : trustedResult(text);
    },
  });
}

function whole({ name, body, files }: Skill): string {
  const note = files.length > 0 ? `\n\nFiles of this skill (load_skill with file): ${files.join(", ")}` : "";
  return `# Skill ${name}\n\n${body}${note}`;
}
