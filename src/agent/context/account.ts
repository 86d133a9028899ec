/** Retells the memories recalled for a message as prose, written by a fast model. Pure but for the call. */
import type { RecallStyle } from "../../domain/agent.ts";
import type { RecalledItem } from "../ports/memory.ts";
import type { ModelPort, ModelRequest } from "../ports/model.ts";

export type Prose = Exclude<RecallStyle, "structured">;

interface AccountRequest {
  /** `provider/model`. */
  model: string;
  /** The task, as the prompt `recall-account` has it for the style. */
  system: string;
  /** The message that the items were recalled for. */
  question: string;
  items: readonly RecalledItem[];
}

/** Limit of the model's answer. */
export const MOST_OUTPUT_TOKENS = 300;
const LONGEST_MESSAGE = 1_000;
const LONGEST_ACCOUNT = 1_500;

/** Undefined when the model gave no text. Never rejects for a failure of the model. */
export async function accountBy(
  port: ModelPort,
  wanted: AccountRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  let said = "";
  for await (const event of port.stream(requestOf(wanted), signal)) {
    if (event.type === "restart") said = "";
    if (event.type === "text") said += event.delta;
    if (event.type === "failed") return undefined;
  }
  const account = said.replace(/\s+/g, " ").trim();
  return account === "" ? undefined : account.slice(0, LONGEST_ACCOUNT);
}

function requestOf({ model, system, question, items }: AccountRequest): ModelRequest {
  const lines = items.map(({ text, at = "", when }) => {
    const day = when ?? at.slice(0, 10);
    return `- ${day === "" ? "" : `${day} `}${text}`;
  });
  const text = `Message: ${question.slice(0, LONGEST_MESSAGE)}\n\nRemembered:\n${lines.join("\n")}`;
  return {
    model,
    system: [{ tier: "stable", text: system }],
    messages: [{ role: "user", content: [{ type: "text", text }] }],
    tools: [],
    max_output_tokens: MOST_OUTPUT_TOKENS,
    temperature: 0,
    reasoning: "off",
    history_length: 0,
  };
}
