/**
 * Nightjar's MCP server with the catalogue that the protocol's conformance suite asks for: `server.ts PORT`. What answers is
 * the product's code; what is offered here stands in for agents, memory and files. See scripts/mcp-conformance.mjs.
 */
import { createServer, type IncomingMessage } from "node:http";
import { createRequestStateCodec, McpServer } from "@modelcontextprotocol/server";
import { answerMessage } from "../../../../src/app/mcp-server/protocol.ts";
import { type CallAsTask, TASKS_EXTENSION } from "../../../../src/app/mcp-server/tasks/protocol.ts";
import { offerAsking } from "./catalogue/asking.ts";
import { offerReading } from "./catalogue/reading.ts";
import { offerSchemas } from "./catalogue/schemas.ts";
import { offerTaskTools } from "./catalogue/tasks.ts";
import { offerTools } from "./catalogue/tools.ts";

const port = Number(process.argv[2] ?? 0);
const state = createRequestStateCodec<string>({ key: "a key of thirty-two bytes or more!" });

async function made(call: CallAsTask): Promise<McpServer> {
  const server = new McpServer(
    { name: "nightjar-conformance", version: "1" },
    { capabilities: { logging: {}, extensions: TASKS_EXTENSION }, requestState: { verify: state.verify } },
  );
  offerTools(server);
  offerSchemas(server);
  offerReading(server);
  offerAsking(server, state);
  offerTaskTools(server, call);
  return server;
}

async function answered(request: IncomingMessage): Promise<Response> {
  if (request.method !== "POST") return new Response(null, { status: 405 });
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const raw = new Request(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers });
  return answerMessage(raw, JSON.parse(Buffer.concat(chunks).toString()) as unknown, made);
}

createServer(async (request, response) => {
  const answer = await answered(request).catch(() => new Response(null, { status: 400 }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const chunk of answer.body ?? []) response.write(chunk);
  response.end();
}).listen(port, "127.0.0.1", () => console.log("ready"));
