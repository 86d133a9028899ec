/** A request to the MCP server: the protocol's library serves it, with all that its caller is offered. */
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { isRecord } from "../../platform/json.ts";
import type { ApiContext } from "../http/api.ts";
import { answerOf, requestOf } from "./generous.ts";
import { offerAgents } from "./offers/agents.ts";
import { offerAsk } from "./offers/ask.ts";
import { offerConversations } from "./offers/conversations.ts";
import { offerMemory } from "./offers/memory.ts";
import { offerPrompts } from "./offers/prompts.ts";
import { offerResources } from "./offers/resources.ts";
import type { Offer } from "./request-server.ts";

/** A new kind of offer is one line here. */
const OFFERS: readonly Offer[] = [
  offerAgents,
  offerAsk,
  offerConversations,
  offerMemory,
  offerPrompts,
  offerResources,
];

/** A request lives as long as its answer, so it can be told nothing later. */
const NO_SUBSCRIPTIONS = 0;
const FIXED = { listChanged: false };

export async function serve(context: ApiContext, parsedBody: unknown): Promise<Response> {
  const isListing = isRecord(parsedBody) && parsedBody["method"] === "tools/list";
  const handler = createMcpHandler(
    async () => {
      const server = new McpServer(
        { name: "nightjar", title: "Nightjar", version: "1" },
        { instructions: INSTRUCTIONS, capabilities: { tools: FIXED, prompts: FIXED, resources: FIXED } },
      );
      for (const offer of OFFERS) await offer({ server, context, isListing });
      return server;
    },
    { maxSubscriptions: NO_SUBSCRIPTIONS },
  );
  const asked = requestOf(context.req.raw, parsedBody);
  const response = await handler.fetch(asked.request, { parsedBody: asked.body });
  return answerOf(response, asked);
}

const INSTRUCTIONS =
  "Nightjar runs the person's own always-on agents, which remember, keep files, watch schedules and use tools. Search the memory before you ask the person what they have told already; ask an agent for what takes its tools or should go on without you.";
