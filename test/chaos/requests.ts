/** What a provider would refuse. */
import type { ModelMessage } from "../../src/agent/ports/model.ts";
import { must } from "../support/machine/broken.ts";

/** A call without its result, or a result without its call, is refused; so is a request that asks nothing. */
export function requestIsWhole(messages: readonly ModelMessage[]): void {
  messages.forEach((message, index) => {
    if (message.role !== "assistant") return;
    const calls = message.content.flatMap((block) => (block.type === "tool_call" ? [block.call_id] : []));
    const next = messages[index + 1];
    const results = next?.role === "tool" ? next.content.map((block) => block.call_id) : [];
    const isWhole = JSON.stringify(calls.toSorted()) === JSON.stringify(results.toSorted());
    must(isWhole, "each call in a request has its result", { message, next });
  });
  const said = messages.flatMap((message) => (message.role === "user" ? [wordsOf(message)] : []));
  const own = said.filter((words) => /^m\d+$/.test(words));
  must(new Set(own).size === own.length, "a request says each thing once", own);
  must(messages.at(-1)?.role !== "assistant", "a request ends with what is to be answered", messages.at(-1));
}

function wordsOf({ content: [first] }: Extract<ModelMessage, { role: "user" }>): string {
  return first?.type === "text" ? first.text : "";
}
