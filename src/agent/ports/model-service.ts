/** Models as the house offers them: the port, and what is known of each. */
import type { ModelInfo, ModelPort } from "./model.ts";

export interface ModelService extends ModelPort {
  info(model: string): ModelInfo;
  /** Of a chain, the first model that has an account; of none, the first. */
  firstConnected(chain: readonly string[]): string;
  /** US dollars of a call of so many tokens; null when the price is unknown. */
  estimate(model: string, prompt_tokens: number, output_tokens: number): number | null;
  /** A small, quick one, for work that people do not read; null: the agent's own models do it. */
  fastModel(): string | null;
}
