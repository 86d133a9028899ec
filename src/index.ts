/** The Worker's entry. */
import { app } from "./app.ts";
import type { Env } from "./env.ts";

export { Conversation } from "../durable-objects/conversation/conversation.ts";
export { Monitor } from "../durable-objects/monitor.ts";

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
} satisfies ExportedHandler<Env>;
