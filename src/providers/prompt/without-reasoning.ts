/** Removes earlier thinking from a request, for a provider that refuses its own. */
import type { ModelFailure, ModelRequest } from "../../agent/ports/model.ts";

/**
 * Thinking is bound to the account, the model and sometimes the conversation that it came from. After a change of
 * account the provider may refuse it, and with it the whole call.
 */
export function refusesReasoning({ kind, reason }: ModelFailure, request: ModelRequest): boolean {
  const isAboutIt =
    kind === "bad_request" && /\b(?:thinking|signature|reasoning|encrypted_content)\b/i.test(reason);
  return isAboutIt && request.messages.some(holdsReasoning);
}

export function withoutReasoning(request: ModelRequest): ModelRequest {
  const messages = request.messages.map((message) => {
    if (message.role !== "assistant" || !holdsReasoning(message)) return message;
    return { ...message, content: message.content.filter((block) => block.type !== "reasoning") };
  });
  return { ...request, messages };
}

function holdsReasoning(message: ModelRequest["messages"][number]): boolean {
  return message.role === "assistant" && message.content.some((block) => block.type === "reasoning");
}
