/** Presents search results in the requested style: as a list, as an account, or as facts. */
import { ask, type ModelAccess } from "../model/ask.ts";

export type Style = "structured" | "narrative" | "factual";

interface SynthesisRequest {
  owner: string;
  conversation_id: string;
  query: string;
  /** One line each. */
  lines: readonly string[];
  style: Style;
  cost_id: string;
  now: number;
  signal: AbortSignal;
}

export interface Synthesis {
  text: string;
  /** `structured` when prose was requested and no model could write it. */
  style: Style;
}

export async function synthesize(
  access: ModelAccess | undefined,
  request: SynthesisRequest,
): Promise<Synthesis> {
  const structured: Synthesis = {
    text: request.lines.map((line) => `- ${line}`).join("\n"),
    style: "structured",
  };
  if (request.style === "structured" || request.lines.length === 0) return structured;
  const answer = await ask(access, {
    owner: request.owner,
    conversation_id: request.conversation_id,
    prompt: "memory-account",
    values: { [request.style]: "yes" },
    text: `Question: ${request.query}\n\nRemembered:\n${structured.text}`,
    max_output_tokens: 800,
    cost_id: request.cost_id,
    now: request.now,
    signal: request.signal,
  });
  return answer.status === "answered" && answer.text.trim() !== ""
    ? { text: answer.text.trim(), style: request.style }
    : structured;
}
