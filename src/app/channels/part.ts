/** Channels: what their platforms send, who may write by them, and how they are connected. */

import { tellJob } from "../../jobs/tell-job.ts";
import { linkCodes } from "../../storage/d1/schema/channels.ts";
import { definePart } from "../part.ts";
import { accessRoutes } from "./routes/access.ts";
import { botRoutes } from "./routes/bots.ts";
import { channelRoutes } from "./routes/channels.ts";
import { commandRoutes } from "./routes/commands.ts";
import { pairingRoutes } from "./routes/pairings.ts";
import { webhookRoutes } from "./routes/webhooks.ts";
import { NEEDS } from "./services.ts";

export const channelsPart = definePart({
  name: "channels",
  routes: [
    ...webhookRoutes,
    ...commandRoutes,
    ...botRoutes,
    ...channelRoutes,
    ...accessRoutes,
    ...pairingRoutes,
  ],
  account: [linkCodes],
  needs: NEEDS,
  open: ({ tell }) => ({ jobs: [tellJob(tell)] }),
});
