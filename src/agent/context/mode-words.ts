/** Words about the mode of a turn, for its model. */
import type { TurnMode } from "../../domain/fields/mode.ts";
import type { PromptTexts } from "../prompts/prompt-texts.ts";

/** Lines for the dynamic part of the prompt; none in the default mode. */
export function modeWords({ works }: Pick<TurnMode, "works">, prompts: PromptTexts): readonly string[] {
  return works === "agent" ? [] : [prompts.text(`mode-${works}`)];
}
