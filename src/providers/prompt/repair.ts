/**
 * Turns any list of messages into one that providers accept: whatever was interrupted, cut or deleted before, the
 * next call works. Each message is repaired from itself and its answers alone, so that the prefix stays the same.
 */
import type {
  AssistantBlock,
  ModelMessage,
  ToolCallBlock,
  ToolResultBlock,
  UserBlock,
} from "../../agent/ports/model.ts";

export interface Prompt {
  messages: ModelMessage[];
  /** Number of leading messages that are history. */
  history_length: number;
}

const NO_RESULT = "There is no result: the call was interrupted.";
const BEGINNING = "(The conversation began earlier.)";

/**
 * - Empty texts and messages are removed.
 * - Each tool call is followed by exactly one result, in the order of the calls; a result without a call is removed.
 * - The first message is the user's.
 */
export function repairPrompt({ messages, history_length }: Prompt): Prompt {
  const result: ModelMessage[] = [];
  let history = 0;
  let index = 0;
  while (index < messages.length) {
    const message = messages[index];
    index += 1;
    if (message?.role === "user") pushFilled(result, filled(message));
    if (message?.role === "assistant") {
      const answers = resultsAfter(messages, index);
      pushAssistant(result, filled(message), answers.results);
      index = answers.next;
    }
    if (index <= history_length) history = result.length;
  }
  return withUserFirst({ messages: result, history_length: history });
}

type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

function pushAssistant(into: ModelMessage[], message: AssistantMessage, results: ToolResultBlock[]): void {
  pushFilled(into, message);
  const calls = message.content.filter((block) => block.type === "tool_call");
  if (calls.length > 0) into.push({ role: "tool", content: calls.map((call) => resultOf(call, results)) });
}

function resultsAfter(messages: readonly ModelMessage[], start: number) {
  const results: ToolResultBlock[] = [];
  let next = start;
  for (let message = messages[next]; message?.role === "tool"; message = messages[next]) {
    results.push(...message.content);
    next += 1;
  }
  return { results, next };
}

function resultOf(call: ToolCallBlock, results: readonly ToolResultBlock[]): ToolResultBlock {
  const found = results.find((result) => result.call_id === call.call_id);
  if (found) return call.model === undefined ? found : { ...found, model: call.model };
  return { type: "tool_result", call_id: call.call_id, name: call.name, content: NO_RESULT, is_error: true };
}

/** Returns the message itself when none of it is empty: wires cache its encoding by identity. */
function filled<M extends Extract<ModelMessage, { role: "user" | "assistant" }>>(message: M): M {
  const content = message.content.filter(isFilled);
  return content.length === message.content.length ? message : { ...message, content };
}

function isFilled(block: UserBlock | AssistantBlock): boolean {
  return block.type !== "text" || block.text.trim() !== "";
}

function pushFilled(into: ModelMessage[], message: ModelMessage): void {
  if (message.content.length > 0) into.push(message);
}

function withUserFirst(prompt: Prompt): Prompt {
  if (prompt.messages[0]?.role === "user") return prompt;
  const first: ModelMessage = { role: "user", content: [{ type: "text", text: BEGINNING }] };
  const history_length = prompt.history_length === 0 ? 0 : prompt.history_length + 1;
  return { messages: [first, ...prompt.messages], history_length };
}
