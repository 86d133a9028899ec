/** The `session_status` tool: facts about this conversation, its usage, and the instance. */
import { z } from "zod";
import { type ConversationStatus, mayShowOwners, type Tool } from "../agent/ports/tool.ts";
import { defineTool, trustedResult } from "./define-tool.ts";

/** Facts about the instance for the owner's agents. */
export interface InstanceFacts {
  /** Seconds since this process began. */
  uptime_s: number;
  /** Cost in US dollars of the owner's agents today (UTC), as far as prices are known. */
  today_usd: number;
  /** Number of the owner's conversations with a message in the last 24 hours. */
  active_conversations: number;
}

export function createSessionStatusTool(factsOf: (owner: string) => Promise<InstanceFacts>): Tool {
  return defineTool({
    name: "session_status",
    description:
      "The state of this conversation: model, messages, turns, tokens, cost, time; today's cost, active conversations, uptime.",
    schema: z.object({}),
    effect: "read",
    reach: "inside",
    async run(_input, context) {
      const { conversation, agent, source, now, owner } = context;
      const facts = mayShowOwners(context) ? instance(await factsOf(owner)) : [];
      return trustedResult(
        [
          `Agent: ${agent.name} (${agent.slug}), channel: ${source.channel}`,
          ...describe(conversation.status()),
          ...facts,
          `Now: ${new Date(now).toISOString()}`,
        ].join("\n"),
      );
    },
  });
}

function describe(status: ConversationStatus): string[] {
  return [
    `Conversation: ${status.conversation_id}, since ${status.created_at}`,
    `Model: ${status.model}, step ${status.step} of this turn`,
    `Messages: ${status.messages}, turns: ${status.turns}`,
    `Tokens: ${status.input_tokens} in, ${status.output_tokens} out; cost: $${status.cost_usd.toFixed(4)}`,
  ];
}

function instance({ uptime_s, today_usd, active_conversations }: InstanceFacts): string[] {
  return [
    `All conversations today: $${today_usd.toFixed(4)}; active in the last 24 hours: ${active_conversations}`,
    `Up for ${durationOf(uptime_s)}`,
  ];
}

/** The two largest units: "3 d 4 h". */
function durationOf(seconds: number): string {
  const units = [
    ["d", Math.floor(seconds / 86_400)],
    ["h", Math.floor(seconds / 3_600) % 24],
    ["min", Math.floor(seconds / 60) % 60],
    ["s", Math.floor(seconds) % 60],
  ] as const;
  const first = units.findIndex(([, count]) => count > 0);
  if (first === -1) return "0 s";
  return units
    .slice(first, first + 2)
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => `${count} ${unit}`)
    .join(" ");
}
