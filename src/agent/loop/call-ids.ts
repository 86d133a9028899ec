/**
 * Makes call ids unique, for the model and for people's answers: some servers restart their numbering in each
 * reply.
 */
import type { CallId } from "../../domain/ids.ts";
import type { AssistantBlock, ModelMessage } from "../ports/model.ts";
import type { Reply } from "../turn.ts";

/** Leaves room for a suffix within the shortest length that a provider allows. */
const LONGEST_STEM = 32;

/**
 * Renames calls whose id occurs in `messages` or belongs to a call that waits elsewhere. The same input gives
 * the same ids.
 */
export function withOwnCallIds(
  reply: Reply,
  messages: readonly ModelMessage[],
  waiting: () => readonly string[],
): Reply {
  if (reply.calls.length === 0) return reply;
  const taken = new Set([...messages.flatMap(callIdsOf), ...waiting()]);
  const ids = reply.calls.map(({ call_id }) => claimed(call_id, taken));
  const isSame = reply.calls.every(({ call_id }, index) => call_id === ids[index]);
  if (isSame) return reply;
  return {
    ...reply,
    calls: reply.calls.map((call, index) => ({ ...call, call_id: ids[index] ?? call.call_id })),
    blocks: renamed(reply.blocks, ids),
  };
}

function callIdsOf(message: ModelMessage): string[] {
  if (message.role !== "assistant") return [];
  return message.content.flatMap((block) => (block.type === "tool_call" ? [block.call_id] : []));
}

function claimed(call_id: CallId, taken: Set<string>): CallId {
  let free: string = call_id;
  // Some models count their calls, and read the number in the id.
  const counted = /^(.{1,200}:)(\d{1,9})$/s.exec(call_id);
  const first = counted ? Number(counted[2]) + 1 : 2;
  const stem = counted?.[1] ?? `${call_id.slice(0, LONGEST_STEM)}_`;
  for (let number = first; taken.has(free); number++) free = `${stem}${number}`;
  taken.add(free);
  return free as CallId;
}

/** Blocks name the calls in their order. */
function renamed(blocks: readonly AssistantBlock[], ids: readonly CallId[]): AssistantBlock[] {
  let next = 0;
  return blocks.map((block) => {
    if (block.type !== "tool_call") return block;
    return { ...block, call_id: ids[next++] ?? block.call_id };
  });
}
