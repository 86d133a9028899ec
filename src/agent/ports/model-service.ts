/** The house's models: the port, and facts about each model. */
import type { ModelInfo, ModelPort } from "./model.ts";

/** The facts are answered from memory, for models that nobody knows as well. None of these throws. */
export interface ModelService extends ModelPort {
  info(model: string): ModelInfo;
  /** The first model of the chain that has an account; if none has, the first. */
  firstConnected(chain: readonly string[]): string;
  /** Cost in US dollars of a call with these tokens; null when the price is unknown. */
  estimate(model: string, prompt_tokens: number, output_tokens: number): number | null;
  /** A small, quick model for work that people do not read; null: the agent's own models do it. */
  fastModel(): string | null;
}
