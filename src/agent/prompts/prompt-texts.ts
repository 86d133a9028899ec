/** Prompts of the house by name: as they ship, or as the operator has edited them. */
import { z } from "zod";
import { parseFrontMatter } from "../../platform/front-matter.ts";
import { type PromptValues, renderTemplate } from "./template.ts";

export const PROMPT_NAMES = [
  "rules",
  "rules-light",
  "title",
  "compaction",
  "mode-chat",
  "mode-search",
  "mode-research",
  "search-decision",
] as const;

export type PromptName = (typeof PROMPT_NAMES)[number];

/** Port. Answered from memory; never throws. */
export interface PromptTexts {
  text(name: PromptName, values?: PromptValues): string;
}

/** A template as its file in `r2/prompts` has it. */
export interface ShippedPrompt {
  name: PromptName;
  description: string;
  /** Explanations by name, each with a sample value behind its last semicolon. */
  variables: Readonly<Record<string, string>>;
  text: string;
}

const Front = z.object({
  name: z.enum(PROMPT_NAMES),
  description: z.string(),
  variables: z.record(z.string(), z.string()).default({}),
});

/** Throws for a file that has another form: it ships with the code. */
export function parsePrompts(files: readonly { path: string; text: string }[]): ShippedPrompt[] {
  return files.map(({ path, text }) => {
    const { data, body } = parseFrontMatter(text, path);
    return { ...Front.parse(data), text: body };
  });
}

/** `edited`: texts of the operator's own, by name. */
export function promptTexts(
  shipped: readonly ShippedPrompt[],
  edited: () => ReadonlyMap<string, string>,
): PromptTexts {
  const usual = new Map<string, string>(shipped.map(({ name, text }) => [name, text]));
  return { text: (name, values = {}) => renderTemplate(edited().get(name) ?? usual.get(name) ?? "", values) };
}

/** Sample values, for a preview. */
export function samplesOf({ variables }: Pick<ShippedPrompt, "variables">): PromptValues {
  return Object.fromEntries(
    Object.entries(variables).map(([name, note]) => [name, note.split(";").at(-1)?.trim() ?? name]),
  );
}
