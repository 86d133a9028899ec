/** The Worker's entry. */
import { app } from "./app.ts";
import type { Env } from "./env.ts";
import { consumeJobs } from "./jobs/consume.ts";
import { houseOf } from "./wiring.ts";

export { Conversation } from "../durable-objects/conversation/conversation.ts";
export { Monitor } from "../durable-objects/monitor.ts";

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  queue: (batch, env) => consumeJobs(houseOf(env).jobs, batch),
  scheduled: (_event, env) => houseOf(env).clock.tick(),
} satisfies ExportedHandler<Env>;
