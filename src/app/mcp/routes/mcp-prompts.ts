/** Prompts that MCP servers offer to people: listed from the last known state, and fetched when one is chosen. */
import { FilledMcpPromptShape, McpPromptBody, McpPromptShape } from "../../../contract/agents/mcp.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

export const mcpPromptRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/mcp-prompts",
    policy: { who: "member", scope: ["read", "chat"] },
    summary: "The prompts that one's MCP servers offer.",
    answers: () => ({ 200: listOf(McpPromptShape()) }),
    handler: list,
  }),
  defineRoute({
    method: "post",
    path: "/mcp-prompts",
    policy: { who: "member", scope: ["write", "chat"] },
    summary: "Fetches one from its server with its arguments filled in, as text to look at and send.",
    body: McpPromptBody,
    answers: () => ({ 200: FilledMcpPromptShape() }),
    handler: (context, { body }) => fetchOne(context, body),
  }),
];

async function list(context: ApiContext) {
  const servers = await servicesOf(context).mcpServers.list(context.get("principal").owner);
  const items = servers
    .filter(({ enabled }) => enabled)
    .flatMap(({ name: server, offers }) => offers.prompts.map((prompt) => ({ server, ...prompt })));
  return reply(200, { items, next_cursor: null });
}

async function fetchOne(context: ApiContext, wanted: SchemaOutput<typeof McpPromptBody>) {
  const { mcpServers } = servicesOf(context);
  const server = await mcpServers.get(context.get("principal").owner, wanted.server);
  const text = await mcpServers.promptText(server, wanted);
  if (text.trim() === "") throw new AppError("api_fail", `${server.name} sent an empty prompt.`);
  return reply(200, { text });
}
