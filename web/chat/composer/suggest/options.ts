/** Options for the queries after a slash and an @. */

import type { AgentCard } from "../../../../src/contract/agents/agents.ts";
import { MODES, modeRecord } from "../../../../src/domain/fields/mode.ts";
import type { Offer } from "../../../actions/action.ts";
import { filledPrompt, listPrompts, type Prompt } from "../../../api/agents/prompts.ts";
import { listSkills, type SkillSummary } from "../../../api/agents/tools.ts";
import { listWorkspace, type WorkspaceFile } from "../../../api/agents/workspace.ts";
import type { IconName } from "../../../ui/pictures/icons.ts";
import { t } from "../../../words/t.ts";

/** A prompt with variables to fill in. */
export type PromptOption = Pick<Prompt, "name" | "description" | "variables">;

/** The effect of a choice. */
export type Choice =
  | { type: "text"; text: string }
  | { type: "run"; run: () => void }
  /** `written`: the prompt with its variables filled in; undefined: it could not be read, and people were told so. */
  | {
      type: "prompt";
      prompt: PromptOption;
      written: (values: Record<string, string>) => string | Promise<string | undefined>;
    }
  | { type: "agent"; slug: string; name: string };

export interface Option {
  key: string;
  /** Heading of its group. */
  group: string;
  label: string;
  note: string;
  icon: IconName;
  choice: Choice;
}

/** Most pages of files that are searched. */
const PAGES = 5;

export function commandOptions(offers: readonly Offer[]): Option[] {
  return offers.map(({ name, label, icon, run }) => ({
    key: `command:${name}`,
    group: t("Commands"),
    label,
    note: "",
    icon,
    choice: { type: "run", run },
  }));
}

/** Modes for the message that is written behind them. */
export function modeOptions(): Option[] {
  return MODES.filter((mode) => modeRecord(mode).acts === "permitted").map((mode) => ({
    key: `mode:${mode}`,
    group: t("Modes"),
    label: `/${mode}`,
    note: t(modeRecord(mode).note),
    icon: "search",
    choice: { type: "text", text: `/${mode} ` },
  }));
}

export async function promptOptions(): Promise<Option[]> {
  const read = await listPrompts();
  return read.ok ? read.value.items.map(promptOption) : [];
}

/** Empty for people who may not see the skills. */
export async function skillOptions(): Promise<Option[]> {
  const read = await listSkills();
  return read.ok ? read.value.items.filter((skill) => !skill.always).map(skillOption) : [];
}

export function agentOptions(agents: readonly AgentCard[]): Option[] {
  return agents.map(({ slug, name, role }) => ({
    key: `agent:${slug}`,
    group: t("Agents"),
    label: name,
    note: role,
    icon: "person",
    choice: { type: "agent", slug, name },
  }));
}

export async function fileOptions(): Promise<Option[]> {
  const files: WorkspaceFile[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const read = await listWorkspace(cursor);
    if (!read.ok) break;
    files.push(...read.value.items);
    cursor = read.value.next_cursor;
    if (cursor === null) break;
  }
  return files.map(fileOption);
}

function promptOption(prompt: Prompt): Option {
  return {
    key: `prompt:${prompt.name}`,
    group: t("Prompts"),
    label: prompt.name,
    note: prompt.description,
    icon: "chat",
    choice: { type: "prompt", prompt, written: (values) => filledPrompt(prompt.text, values) },
  };
}

function skillOption({ name, description }: SkillSummary): Option {
  return {
    key: `skill:${name}`,
    group: t("Skills"),
    label: name,
    note: description,
    icon: "tool",
    choice: { type: "text", text: t("Use the skill {name}: ", { name }) },
  };
}

function fileOption({ path }: WorkspaceFile): Option {
  return {
    key: `file:${path}`,
    group: t("Files"),
    label: path,
    note: "",
    icon: "file",
    choice: { type: "text", text: `\`${path}\` ` },
  };
}
