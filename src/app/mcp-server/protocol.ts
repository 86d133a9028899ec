/** The protocol of one message, whatever is offered: the library answers it, generously to programs that are nearly right. */
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { answerOf, requestOf } from "./generous.ts";

/** A request lives as long as its answer, so it can be told nothing later. */
const NO_SUBSCRIPTIONS = 0;

/** The answer to a message that was sent as `raw`, of the server that `make` makes for it. */
export async function answerMessage(
  raw: Request,
  body: unknown,
  make: () => Promise<McpServer>,
): Promise<Response> {
  const handler = createMcpHandler(make, { maxSubscriptions: NO_SUBSCRIPTIONS });
  const asked = requestOf(raw, body);
  const response = await handler.fetch(asked.request, { parsedBody: asked.body });
  return answerOf(response, asked);
}
