/** `node sessionless-server.ts PORT`: the SDK's server of 2026-07-28 alone, which refuses the handshake of 2025. */
import { createServer } from "node:http";
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";

const region = { type: "string", "x-mcp-header": "Region" } as const;
const placed = { type: "object", properties: { region }, required: ["region"] } as const;

const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: "sessionless", version: "1" });
    const inputSchema = fromJsonSchema<{ region: string }>(placed);
    server.registerTool("store", { inputSchema }, ({ region: where }) => ({
      content: [{ type: "text", text: `stored in ${where}` }],
    }));
    return server;
  },
  { legacy: "reject" },
);

const http = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "GET" } = request;
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
  const address = `http://127.0.0.1${request.url}`;
  const answer = await handler.fetch(new Request(address, { method, headers, ...body }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
});
http.listen(Number(process.argv[2]), "127.0.0.1");
