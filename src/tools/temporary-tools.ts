/** The tools of a temporary chat: those that neither keep anything here nor read what other chats have left. */
import type { Tool } from "../agent/ports/tool.ts";

/** Tools with effects that end with the chat. */
const PASSING = new Set(["ask_user", "browser", "generate_image", "run_code", "speak"]);

/** Tools that read what agents keep for their person, or what waits for later. */
const KEPT_ELSEWHERE =
  /^(read|list_files|memory_.*|deep_memory|recall_memory|list_scheduled|list_clients|cap_.*)$/;

const made = new WeakMap<readonly Tool[], readonly Tool[]>();

/** Returns the same array for the same tools, since specs are cached by it. */
export function temporaryTools(tools: readonly Tool[]): readonly Tool[] {
  const list = made.get(tools) ?? tools.filter(isOffered);
  made.set(tools, list);
  return list;
}

function isOffered({ name, effect }: Tool): boolean {
  return PASSING.has(name) || (effect === "read" && !KEPT_ELSEWHERE.test(name));
}
