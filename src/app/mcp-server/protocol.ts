/** The protocol of one message, whatever is offered: the library answers it, generously to programs that are nearly right. */
import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { isRecord } from "../../platform/json.ts";
import { answerOf, requestOf } from "./generous.ts";
import { CallAsTask } from "./tasks/protocol.ts";

/** A request lives as long as its answer: a subscription is acknowledged, for nothing, and ends. */
const LISTEN = "subscriptions/listen";
const ITS_OWN = 1;

/** The answer to a message that was sent as `raw`, of the server that `make` makes for it. */
export async function answerMessage(
  raw: Request,
  body: unknown,
  make: (call: CallAsTask) => Promise<McpServer>,
): Promise<Response> {
  const call = new CallAsTask();
  const handler = createMcpHandler(() => make(call), { maxSubscriptions: ITS_OWN });
  const asked = requestOf(raw, body);
  const response = await handler.fetch(asked.request, { parsedBody: asked.body });
  if (isRecord(body) && body["method"] === LISTEN) await handler.close();
  return answerOf(await call.answered(response), asked);
}
