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
  "follow-ups",
  "recall-account",
  "memory-extraction",
  "memory-file",
  "memory-episode",
  "memory-search",
  "memory-account",
  "room-router",
  "builder-task",
  "research-plan",
  "research-work",
  "research-write",
  "research-check",
  "research-mend",
  "ocr-page",
] as const;

export type PromptName = (typeof PROMPT_NAMES)[number];

/** Port. Never throws or rejects. */
export interface PromptTexts {
  /** Answered from memory, as a turn has it that waited for edits already. */
  text(name: PromptName, values?: PromptValues): string;
  /** Waits until edits have been read, for work beside turns. */
  known(name: PromptName, values?: PromptValues): Promise<string>;
}

/** A template as its file in `r2/prompts` has it. */
export interface ShippedPrompt {
  name: PromptName;
  description: string;
  /** Explanations by name, each with a sample value behind its last semicolon. */
  variables: Readonly<Record<string, string>>;
  /** Variables that the prompt makes no sense without. */
  required: readonly string[];
  text: string;
}

const Front = z.object({
  name: z.enum(PROMPT_NAMES),
  description: z.string(),
  variables: z.record(z.string(), z.string()).default({}),
  required: z.array(z.string()).default([]),
});

/** Throws for a file that has another form: it ships with the code. */
export function parsePrompts(files: readonly { path: string; text: string }[]): ShippedPrompt[] {
  return files.map(({ path, text }) => {
    const { data, body } = parseFrontMatter(text, path);
    return { ...Front.parse(data), text: body };
  });
}

export interface Edits {
  /** Texts of the operator's own, by name. */
  edited(): ReadonlyMap<string, string>;
  /** Undefined once they have been read. May reject. */
  ready(): Promise<unknown> | undefined;
}

/** Edits that can't be read leave the prompts as they ship. */
export function promptTexts(shipped: readonly ShippedPrompt[], edits: Edits): PromptTexts {
  const usual = new Map<string, string>(shipped.map(({ name, text }) => [name, text]));
  const text: PromptTexts["text"] = (name, values = {}) =>
    renderTemplate(edits.edited().get(name) ?? usual.get(name) ?? "", values);
  return {
    text,
    async known(name, values) {
      await edits.ready()?.catch(() => undefined);
      return text(name, values);
    },
  };
}

/** Sample values, for a preview. */
export function samplesOf({ variables }: Pick<ShippedPrompt, "variables">): PromptValues {
  return Object.fromEntries(
    Object.entries(variables).map(([name, note]) => [name, note.split(";").at(-1)?.trim() ?? name]),
  );
}
