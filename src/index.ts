/** The Worker's entry. */
import { conversationObject } from "../durable-objects/conversation/conversation.ts";
import { app } from "./app.ts";
import type { Env } from "./env.ts";
import { consumeJobs } from "./jobs/consume.ts";
import { conversationPorts, houseOf } from "./wiring.ts";

export { Monitor } from "../durable-objects/monitor.ts";

export const Conversation = conversationObject(conversationPorts);

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  queue: (batch, env) => consumeJobs(houseOf(env).jobs, batch),
  scheduled: (_event, env) => houseOf(env).clock.tick(),
} satisfies ExportedHandler<Env>;
