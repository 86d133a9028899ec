/** The offline model's research, as a model of the chat completions wire: it plans, reads, notes and writes by fixed rules. */
import type { ModelMessage } from "../../src/agent/ports/model.ts";
import type { Answer } from "../../src/providers/offline/next-action.ts";
import { researchAnswer } from "../../src/providers/offline/research/research.ts";

export interface AskedMessage {
  role: string;
  content?: unknown;
}

/** Undefined: the request is no part of a research run. */
export function researchChatAnswer(asked: readonly AskedMessage[]): Answer | undefined {
  const system = asked.filter(({ role }) => role === "system" || role === "developer");
  const text = system.map(({ content }) => wordsOf(content)).join("\n");
  return researchAnswer({
    model: "scripted",
    system: [{ tier: "stable", text }],
    messages: messagesOf(asked),
    tools: [],
    max_output_tokens: 1_000,
    reasoning: "off",
    history_length: 0,
    cache_key: "",
  });
}

/** Results that follow each other are one message, as they were before they went over the wire. */
function messagesOf(asked: readonly AskedMessage[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let results: Extract<ModelMessage, { role: "tool" }>["content"] = [];
  for (const { role, content } of asked) {
    if (role === "tool") {
      if (results.length === 0) messages.push({ role: "tool", content: results });
      results.push({
        type: "tool_result",
        call_id: "",
        name: "",
        content: wordsOf(content),
        is_error: false,
      });
      continue;
    }
    results = [];
    if (role === "user") messages.push({ role, content: [{ type: "text", text: wordsOf(content) }] });
  }
  return messages;
}

function wordsOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? (content as { text?: string }[]) : [];
  return parts.map(({ text = "" }) => text).join("\n");
}
