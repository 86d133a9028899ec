/** Nightjar as a server of the Model Context Protocol, as a part of the Worker: programs use its agents, memory and files. */
import { z } from "zod";
import { namedSchema } from "../../contract/schema.ts";
import { defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { definePart } from "../part.ts";

const policy = { who: "person", scope: ["read", "chat"] } as const;

const RpcShape = namedSchema("McpMessage", () =>
  z.looseObject({ jsonrpc: z.literal("2.0"), id: z.union([z.string(), z.number()]).nullish() }),
);

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
    // Loaded with the first client.
    handler: async (context, { body }) => (await import("./serve.ts")).serve(context, body),
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
