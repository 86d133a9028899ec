/** The conversation as tools of a replay would see it. None of them runs, so none of this is called. */
import type { ConversationPort } from "../../../src/agent/ports/tool.ts";
import type { Meta } from "../rows/meta.ts";

export function noConversation(meta: Meta): ConversationPort {
  const { conversation_id, message_count: messages, turn_count: turns } = meta;
  const { cost_usd, input_tokens, output_tokens } = meta;
  const created_at = new Date(meta.created_at).toISOString();
  const status = { conversation_id, messages, turns, cost_usd, input_tokens, output_tokens, created_at };
  return {
    schedule: () => ({ id: "" }),
    scheduled: () => [],
    cancelScheduled: () => false,
    status: () => ({ ...status, step: 0, model: "" }),
    begin: () => "Nothing is begun in a replay.",
    parent: () => meta.parent,
    left_usd: () => null,
  };
}
