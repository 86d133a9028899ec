/**
 * Choice of the tools whose descriptions a request carries. With a search tool among them the others are left out until
 * the conversation has found or called them; then they stay, in that order, so that the cached prefix only grows.
 */
import type { ModelMessage } from "../ports/model.ts";
import type { Tool } from "../ports/tool.ts";

/** Lists by their names: the same choice is the same array, since specs are cached by it. */
const chosen = new WeakMap<readonly Tool[], Map<string, readonly Tool[]>>();
const MOST_KEPT = 50;

/** `messages` is the conversation as the model sees it, with the steps of this turn. */
export function describedTools(tools: readonly Tool[], messages: readonly ModelMessage[]): readonly Tool[] {
  const search = tools.find(({ searches }) => searches !== undefined);
  const always = search?.searches?.always;
  if (!search || !always) return tools;
  const later = [...new Set(messages.flatMap((message) => namesIn(message, search.name)))];
  const brought = new Set(tools.filter(({ is_clients }) => is_clients).map(({ name }) => name));
  const isAlways = (name: string) => name === search.name || always.has(name) || brought.has(name);
  return listOf(tools, isAlways, later);
}

function listOf(
  tools: readonly Tool[],
  isAlways: (name: string) => boolean,
  later: readonly string[],
): readonly Tool[] {
  const added = later.filter((name) => !isAlways(name));
  const known = chosen.get(tools) ?? new Map<string, readonly Tool[]>();
  chosen.set(tools, known);
  const key = added.join(" ");
  const before = known.get(key);
  if (before) return before;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const list = [
    ...tools.filter(({ name }) => isAlways(name)),
    ...added.flatMap((name) => byName.get(name) ?? []),
  ];
  if (known.size >= MOST_KEPT) known.clear();
  known.set(key, list);
  return list;
}

/** Names of the tools that a message calls, or that a search in it has found. */
function namesIn(message: ModelMessage, search: string): string[] {
  if (message.role === "assistant")
    return message.content.flatMap((block) => (block.type === "tool_call" ? [block.name] : []));
  if (message.role !== "tool") return [];
  return message.content.flatMap((block) =>
    block.name === search && !block.is_error
      ? [...block.content.matchAll(FOUND)].map(([, name = ""]) => name)
      : [],
  );
}

/** A line of the search tool's result. */
const FOUND = /^- (\S+)$/gm;
