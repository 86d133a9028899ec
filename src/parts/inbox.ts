/** What waits for a person, in one place. */
import { inboxRoutes } from "../http/routes/inbox/inbox.ts";
import { pushRoutes } from "../http/routes/inbox/push.ts";
import { readRoutes } from "../http/routes/inbox/reads.ts";
import { reminderRoutes } from "../http/routes/inbox/reminders.ts";
import { definePart } from "../part.ts";

export const inboxPart = definePart({
  name: "inbox",
  routes: [...inboxRoutes, ...pushRoutes, ...readRoutes, ...reminderRoutes],
});
