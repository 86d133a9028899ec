/** Merges consecutive messages of one role into one, for servers that refuse them. */
import type { ModelMessage } from "../../agent/ports/model.ts";

/**
 * Takes repaired messages. A merged message starts with the earlier one's content, so that the prefix stays the same.
 */
export function alternating(messages: readonly ModelMessage[]): ModelMessage[] {
  const result: ModelMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    const joined = last && together(last, message);
    if (joined) result[result.length - 1] = joined;
    else result.push(message);
  }
  return result;
}

function together(first: ModelMessage, second: ModelMessage): ModelMessage | undefined {
  if (first.role === "user" && second.role === "user")
    return { role: "user", content: [...first.content, ...second.content] };
  if (first.role === "assistant" && second.role === "assistant")
    return { role: "assistant", content: [...first.content, BREAK, ...second.content] };
  return undefined;
}

/** Stands between the texts of two assistant messages, which the wires concatenate. */
const BREAK = { type: "text", text: "\n\n" } as const;
