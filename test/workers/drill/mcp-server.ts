/** A server of the Model Context Protocol: one tool acts on the world, one brings somebody else's words. */
import { z } from "zod";

const Message = z.object({ id: z.number().optional(), method: z.string() });

const TOOLS = [
  { name: "order", description: "Orders something.", inputSchema: { type: "object" } },
  {
    name: "list",
    description: "Lists tickets.",
    inputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
  },
  {
    name: "page",
    description: "Reads a page of the web.",
    inputSchema: { type: "object", properties: { url: { type: "string" } } },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
];

export function answerMcp(body: string, words = "ordered"): Response {
  const { id, method } = Message.parse(JSON.parse(body));
  if (id === undefined) return new Response(null, { status: 202 });
  return Response.json({ jsonrpc: "2.0", id, result: resultOf(method, words) });
}

function resultOf(method: string, words: string): object {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: "shop", version: "1" },
      };
    case "resources/list":
      return { resources: [{ uri: "shop://harbour", name: "The harbour" }] };
    case "resources/templates/list":
      return { resourceTemplates: [{ uriTemplate: "web://{+address}", name: "A page" }] };
    case "resources/read":
      return { contents: [{ uri: "shop://harbour", text: words }] };
    case "tools/list":
      return { tools: TOOLS };
    default:
      return { content: [{ type: "text", text: words }] };
  }
}
