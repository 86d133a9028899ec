/** aimock on the wires of five providers: a tool is called and its result told, over a stream. */
import { check, type Kind } from "../kind.ts";
import { ordered } from "../model.ts";

const MODELS = [
  ["OpenAI's chat completions", "openai/gpt-5.4-mini"],
  ["Anthropic's messages", "anthropic/claude-sonnet-5-5"],
  ["Google's OpenAI endpoint", "google/gemini-3.8-flash"],
  ["OpenRouter", "openrouter/qwen/qwen3-coder"],
  ["Ollama's OpenAI endpoint", "ollama/qwen3"],
] as const;

export const WIRES: readonly Kind[] = MODELS.map(([name, model]) => ({
  name: `aimock: ${name}`,
  async hold({ tell }) {
    const orders = { calls: [{ name: "calculate", arguments: { expression: "6*7" } }], say: "Worked out." };
    const { status, reply, results } = await tell(ordered(orders), { model });
    check(status === "completed" && reply === "Worked out.", `${status}: ${reply}`);
    check(results.length === 1 && results[0]?.content.includes("42") === true, JSON.stringify(results));
    return `${model}: a tool called, its result told, one answer`;
  },
}));
