/** The `start_research` tool: begins a run, whose report comes into the conversation by itself. */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../agent/ports/tool.ts";
import { isChatPlatform } from "../domain/chat-platforms.ts";
import { definedOf } from "../domain/defined.ts";
import { derivedId } from "../domain/ids.ts";
import type { Source } from "../domain/inbound.ts";
import { sha256 } from "../platform/digest.ts";
import { defineTool, toolError, trustedResult } from "../tools/define-tool.ts";
import type { ResearchVerbs } from "./verbs.ts";

export const START_RESEARCH = "start_research";

export function createStartResearchTool(verbs: ResearchVerbs): Tool {
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
      renew: z
        .boolean()
        .default(false)
        .describe(
          "True to do the newest research of this conversation again: its report says what has changed",
        ),
    }),
    effect: "idempotent",
    reach: "inside",
    personal: true,
    async run({ question, depth, plan_first, renew: isRenewed }, context) {
      const { owner, conversation_id, conversation, idempotency_key, agent, source, room, memory, trust } =
        context;
      if (isRenewed) return renewNewest(verbs, context);
      const id = derivedId("res", await sha256(JSON.stringify([owner, conversation_id, idempotency_key])));
      await verbs.begin({
        id,
        owner,
        conversation_id,
        ...(isChatPlatform(source.channel) && { is_of_chat: true, place: placeOf(source) }),
        agent: agent.slug,
        // The model of the turn: who chose one for the conversation has chosen it for its research.
        model: conversation.status().model || undefined,
        question,
        depth,
        unsupported: "mark",
        own_sources: memory === "person" && room === undefined && source.is_group !== true,
        ...(plan_first && { ask_above_usd: 0 }),
        // The app and direct chats show its question where it was begun.
        may_clarify: source.channel === "web" || (isChatPlatform(source.channel) && source.is_group !== true),
        may_read_named: trust === "trusted",
      });
      return trustedResult(
        `Research ${id} has begun. Tell the person in one sentence that its report will come here${plan_first ? " once they have started its plan, which is shown here" : ""}. Do not answer the question yourself.`,
      );
    },
  });
}

/** The chat itself: nothing of the one message that was answered there. */
function placeOf({ channel, account, is_group, sender, thread, language }: Source): Source {
  return { channel, sender, ...definedOf({ account, is_group, thread, language }) };
}

async function renewNewest(
  { newestIn, renew }: ResearchVerbs,
  { owner, conversation_id }: Pick<ToolContext, "owner" | "conversation_id">,
): Promise<ToolOutcome> {
  const newest = await newestIn(owner, conversation_id);
  if (!newest)
    return toolError("There is no research in this conversation yet. Begin one with its question.");
  const renewed = await renew(newest.init);
  if (!renewed.ok) return toolError(renewed.failure.reason);
  return trustedResult(
    `Research ${newest.init.id} is done again. Tell the person in one sentence that the new version of its report will come here.`,
  );
}
