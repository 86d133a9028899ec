/** Channels: what their platforms send. */
import { webhookRoutes } from "../http/routes/webhooks.ts";
import { definePart } from "../part.ts";

export const channelsPart = definePart({ name: "channels", routes: webhookRoutes });
