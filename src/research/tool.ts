/** The `start_research` tool: begins a run, whose report comes into the conversation by itself. */
import { z } from "zod";
import type { Tool } from "../agent/ports/tool.ts";
import { isChatPlatform } from "../domain/chat-platforms.ts";
import { derivedId } from "../domain/ids.ts";
import { sha256 } from "../platform/digest.ts";
import { defineTool, trustedResult } from "../tools/define-tool.ts";
import type { ResearchVerbs } from "./verbs.ts";

export const START_RESEARCH = "start_research";

export function createStartResearchTool({ begin }: ResearchVerbs): Tool {
  return defineTool({
    name: START_RESEARCH,
    description:
      "Begin a piece of research: it plans, reads many sources side by side, and writes a report in which each sentence is checked against what it cites. The report comes into this conversation by itself, minutes later. For a question that one search answers, search yourself.",
    schema: z.object({
      question: z.string().trim().min(1).max(4_000).describe("The whole question, complete in itself"),
      depth: z.enum(["quick", "usual", "deep"]).default("usual"),
      plan_first: z
        .boolean()
        .default(false)
        .describe("True where the person wants to see or change the plan before anything is read"),
    }),
    effect: "idempotent",
    reach: "inside",
    personal: true,
    async run({ question, depth, plan_first }, context) {
      const { owner, conversation_id, conversation, idempotency_key, agent, source, room, memory, trust } =
        context;
      const id = derivedId("res", await sha256(JSON.stringify([owner, conversation_id, idempotency_key])));
      await begin({
        id,
        owner,
        conversation_id,
        ...(isChatPlatform(source.channel) && { is_of_chat: true }),
        agent: agent.slug,
        // The model of the turn: who chose one for the conversation has chosen it for its research.
        model: conversation.status().model || undefined,
        question,
        depth,
        unsupported: "mark",
        own_sources: memory === "person" && room === undefined && source.is_group !== true,
        ...(plan_first && { ask_above_usd: 0 }),
        // Only the app shows its question where it was begun.
        may_clarify: source.channel === "web",
        may_read_named: trust === "trusted",
      });
      return trustedResult(
        `Research ${id} has begun. Tell the person in one sentence that its report will come here${plan_first ? " once they have started its plan, which is shown here" : ""}. Do not answer the question yourself.`,
      );
    },
  });
}
