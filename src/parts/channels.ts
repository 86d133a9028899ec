/** Channels: what their platforms send, who may write by them, and connecting them. */
import { accessRoutes } from "../http/routes/channels/access.ts";
import { channelRoutes } from "../http/routes/channels/channels.ts";
import { pairingRoutes } from "../http/routes/channels/pairings.ts";
import { commandRoutes } from "../http/routes/commands.ts";
import { webhookRoutes } from "../http/routes/webhooks.ts";
import { tellJob } from "../jobs/tell-job.ts";
import { definePart } from "../part.ts";

export const channelsPart = definePart({
  name: "channels",
  routes: [...webhookRoutes, ...commandRoutes, ...channelRoutes, ...accessRoutes, ...pairingRoutes],
  open: ({ tell }) => ({ jobs: [tellJob(tell)] }),
});
