/** Who answers: threads and what they lead to, explained. */
import { explainRoutes } from "../http/routes/routing/explain.ts";
import { resetRoutes } from "../http/routes/routing/reset.ts";
import { threadRoutes } from "../http/routes/routing/threads.ts";
import { definePart } from "../part.ts";

/** Before the conversations: `/conversations/reset` is no conversation. */
export const routingPart = definePart({
  name: "routing",
  routes: [...resetRoutes, ...threadRoutes, ...explainRoutes],
});
