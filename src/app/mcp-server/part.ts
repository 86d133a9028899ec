/** Nightjar as a server of the Model Context Protocol, as a part of the Worker: programs use its agents, memory and files. */
import { z } from "zod";
import { namedSchema } from "../../contract/schema.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { definePart } from "../part.ts";
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
const policy = { who: "person", scope: ["read", "chat"] } as const;

const RpcShape = namedSchema("McpMessage", () => z.looseObject({ jsonrpc: z.literal("2.0") }));

const NOT_ALLOWED = {
  jsonrpc: "2.0",
  error: { code: -32000, message: "Method not allowed." },
  id: null,
} as const;

const routes: Route[] = [
  defineRoute({
    root: "",
    method: "post",
    path: "/mcp",
    policy,
    summary: "The Model Context Protocol over Streamable HTTP, a JSON-RPC message at a time.",
    body: () => z.unknown(),
    answers: () => ({ 200: [RpcShape(), "stream"], 202: "empty" }),
    handler: (context, { body }) => serve(context, body),
  }),
  ...(["get", "delete"] as const).map((method) =>
    defineRoute({
      root: "",
      method,
      path: "/mcp",
      policy,
      summary: "There are no sessions and no standing streams: each call stands by itself.",
      answers: () => ({ 405: RpcShape() }),
      handler: () => reply(405, NOT_ALLOWED, { allow: "POST" }),
    }),
  ),
];

export const mcpServerPart = definePart({ name: "mcp-server", routes });

/** Loads the library with the first client. */
async function serve(context: ApiContext, parsedBody: unknown): Promise<Response> {
  const { createMcpHandler, McpServer } = await import("@modelcontextprotocol/server");
  const handler = createMcpHandler(
    async () => {
      const server = new McpServer(
        { name: "nightjar", title: "Nightjar", version: "1" },
        { instructions: INSTRUCTIONS, capabilities: { tools: FIXED, prompts: FIXED, resources: FIXED } },
      );
      for (const offer of OFFERS) await offer({ server, context });
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
