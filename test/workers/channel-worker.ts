/**
 * The product's Worker with the tests' channel, for instances that are started and killed as real ones are: what comes
 * in by its webhook goes the way of every input, and the replies go back over the network.
 */
import { Conversation as Product } from "../../durable-objects/conversation/conversation.ts";
import type { MetaInit } from "../../durable-objects/conversation/rows/meta.ts";
import { conversationStub } from "../../durable-objects/stubs.ts";
import { parseId } from "../../src/domain/ids.ts";
import type { Channel } from "../../src/domain/inbound.ts";
import type { Env } from "../../src/env.ts";
import { PARTS } from "../../src/parts/list.ts";
import { createWorker } from "../../src/worker.ts";
import { createTestChannel } from "../support/test-channel/channel.ts";

export { Monitor } from "../../durable-objects/monitor.ts";

const worker = createWorker(PARTS);
const product = worker.handlers;

/** It takes no key: what is sent twice stands there twice. */
const NAME: Channel = "whatsapp";
const CHANNEL = createTestChannel({ name: NAME });
const OWNER = { owner: "admin", role: "admin", name: "Admin" } as const;

export class Conversation extends Product {
  constructor(ctx: DurableObjectState, env: Env) {
    const channels = { get: (name: Channel) => (name === NAME ? CHANNEL : undefined) };
    super(ctx, env, { ...worker.portsOf(env), channels });
  }
}

export default {
  ...product,
  fetch: (request, env, context) => {
    const { pathname } = new URL(request.url);
    return pathname.startsWith("/webhooks/test/")
      ? webhook(request, env)
      : product.fetch(request, env, context);
  },
} satisfies ExportedHandler<Env>;

/** `/webhooks/test/{conversation}`: which one a thread leads to is not what these tests are about. */
async function webhook(request: Request, env: Env): Promise<Response> {
  const id = parseId("cnv", new URL(request.url).pathname.split("/").at(-1) ?? "");
  if (!id) return new Response("no such conversation", { status: 404 });
  const body = new Uint8Array(await request.arrayBuffer());
  const webhookRequest = { method: request.method, url: request.url, headers: request.headers, body };
  const verified = await CHANNEL.verify(webhookRequest);
  if (!verified.ok) return new Response(verified.reason, { status: 401 });
  const parsed = await CHANNEL.parse(webhookRequest);
  if (parsed.status !== "inbound") return new Response(null, { status: 204 });
  const rest = { agent: null, room: null, title: "", model: null, mode: null };
  const init: MetaInit = { ...rest, conversation_id: id, owner: OWNER.owner, channel: NAME };
  const receipts = parsed.inbounds.map((inbound) => conversationStub(env, id).receive(OWNER, inbound, init));
  return Response.json(await Promise.all(receipts));
}
