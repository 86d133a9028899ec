/** What this conversation is, and what it has used. */
import { z } from "zod";
import type { ConversationStatus } from "../agent/ports/tool.ts";
import { defineTool, said } from "./define-tool.ts";

export const sessionStatusTool = defineTool({
  name: "session_status",
  description: "The state of this conversation: model, messages, turns, tokens, cost, time.",
  schema: z.object({}),
  effect: "read",
  reach: "inside",
  run: (_input, { conversation, agent, source, now }) =>
    said(
      [
        `Agent: ${agent.name} (${agent.slug}), channel: ${source.channel}`,
        ...describe(conversation.status()),
        `Now: ${new Date(now).toISOString()}`,
      ].join("\n"),
    ),
});

function describe(status: ConversationStatus): string[] {
  return [
    `Conversation: ${status.conversation_id}, since ${status.created_at}`,
    `Model: ${status.model}, step ${status.step} of this turn`,
    `Messages: ${status.messages}, turns: ${status.turns}`,
    `Tokens: ${status.input_tokens} in, ${status.output_tokens} out; cost: $${status.cost_usd.toFixed(4)}`,
  ];
}
