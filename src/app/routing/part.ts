/** Routing: threads and where they lead, explained. */

import { threads } from "../../storage/d1/schema/core.ts";
import { definePart } from "../part.ts";
import { explainRoutes } from "./routes/explain.ts";
import { resetRoutes } from "./routes/reset.ts";
import { threadRoutes } from "./routes/threads.ts";

/** Must precede the conversations: `/conversations/reset` is no conversation. */
export const routingPart = definePart({
  name: "routing",
  routes: [...resetRoutes, ...threadRoutes, ...explainRoutes],
  owned: [threads],
});
