/** For servers that refuse two messages of one role in a row: several voices stand in one message then, one after the other. */
import type { ModelMessage } from "../../agent/ports/model.ts";

/** Of repaired messages. Each goes on with the words of the one before it, so that the prefix stays the same. */
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

/** An assistant's texts are put together as they are. */
const BREAK = { type: "text", text: "\n\n" } as const;
