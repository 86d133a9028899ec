/** The Worker under test: the product's own, whose conversations also know the tests' channel. */
import { Conversation as Product } from "../../durable-objects/conversation/conversation.ts";
import type { Services } from "../../durable-objects/conversation/services.ts";
import type { Channel } from "../../src/domain/inbound.ts";
import type { Env } from "../../src/env.ts";
import { conversationServices } from "../../src/wiring.ts";
import { createTestChannel } from "../support/test-channel/channel.ts";

export { default, Monitor } from "../../src/index.ts";

/** WhatsApp takes no key; Discord takes one. */
const CHANNELS = new Map([
  ["whatsapp" as Channel, createTestChannel({ name: "whatsapp" })],
  ["discord" as Channel, createTestChannel({ name: "discord", limits: { keyed_for_ms: 60_000 } })],
]);

export class Conversation extends Product {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, servicesOf(env));
  }
}

function servicesOf(env: Env): Services {
  return { ...conversationServices(env), channels: { get: (channel) => CHANNELS.get(channel) } };
}
