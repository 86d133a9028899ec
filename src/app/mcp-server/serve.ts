/** A request to the MCP server: the protocol's library serves it, with all that its caller is offered. */
import { McpServer } from "@modelcontextprotocol/server";
import { isRecord } from "../../platform/json.ts";
import type { ApiContext } from "../http/api.ts";
import { offerAgents } from "./offers/agents.ts";
import { offerAsk } from "./offers/ask.ts";
import { offerConversations } from "./offers/conversations.ts";
import { offerMemory } from "./offers/memory.ts";
import { offerPrompts } from "./offers/prompts.ts";
import { offerResources } from "./offers/resources.ts";
import { answerMessage } from "./protocol.ts";
import type { Offer } from "./request-server.ts";
import { TASKS_EXTENSION } from "./tasks/protocol.ts";

/** A new kind of offer is one line here. */
const OFFERS: readonly Offer[] = [
  offerAgents,
  offerAsk,
  offerConversations,
  offerMemory,
  offerPrompts,
  offerResources,
];

const FIXED = { listChanged: false };

export async function serve(context: ApiContext, parsedBody: unknown): Promise<Response> {
  const isListing = isRecord(parsedBody) && parsedBody["method"] === "tools/list";
  return answerMessage(context.req.raw, parsedBody, async (call) => {
    const server = new McpServer(
      { name: "nightjar", title: "Nightjar", version: "1" },
      {
        instructions: INSTRUCTIONS,
        capabilities: { tools: FIXED, prompts: FIXED, resources: FIXED, extensions: TASKS_EXTENSION },
      },
    );
    for (const offer of OFFERS) await offer({ server, context, isListing, call });
    return server;
  });
}

const INSTRUCTIONS =
  "Nightjar runs the person's own always-on agents, which remember, keep files, watch schedules and use tools. Search the memory before you ask the person what they have told already; ask an agent for what takes its tools or should go on without you.";
