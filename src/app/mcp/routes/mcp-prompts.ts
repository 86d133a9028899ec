/** Prompts that MCP servers offer to people: listed from the last known state, and fetched when one is chosen. */
import { z } from "zod";
import { listOf, namedSchema, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const PromptShape = namedSchema("McpPrompt", () =>
  z.object({
    server: z.string(),
    name: z.string(),
    description: z.string(),
    arguments: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
  }),
);
const Wanted = () =>
  z.strictObject({
    server: z.string().max(64),
    name: z.string().min(1).max(200),
    arguments: z.record(z.string().max(200), z.string().max(20_000)).default({}),
  });

export const mcpPromptRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/mcp-prompts",
    policy: { who: "member", scope: ["read", "chat"] },
    summary: "The prompts that one's MCP servers offer.",
    answers: () => ({ 200: listOf(PromptShape()) }),
    handler: list,
  }),
  defineRoute({
    method: "post",
    path: "/mcp-prompts",
    policy: { who: "member", scope: ["write", "chat"] },
    summary: "Fetches one from its server with its arguments filled in, as text to look at and send.",
    body: Wanted,
    answers: () => ({ 200: z.object({ text: z.string() }) }),
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

async function fetchOne(context: ApiContext, wanted: SchemaOutput<typeof Wanted>) {
  const { mcpServers } = servicesOf(context);
  const server = await mcpServers.get(context.get("principal").owner, wanted.server);
  const text = await mcpServers.promptText(server, wanted);
  if (text.trim() === "") throw new AppError("api_fail", `${server.name} sent an empty prompt.`);
  return reply(200, { text });
}
