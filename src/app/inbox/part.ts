/** The inbox of a person: everything that waits for them, in one place. */

import { conversationReads, inboxMarks } from "../../storage/d1/schema/inbox.ts";
import { definePart } from "../part.ts";
import { inboxRoutes } from "./routes/inbox.ts";
import { pushRoutes } from "./routes/push.ts";
import { readRoutes } from "./routes/reads.ts";
import { reminderRoutes } from "./routes/reminders.ts";

export const inboxPart = definePart({
  name: "inbox",
  routes: [...inboxRoutes, ...pushRoutes, ...readRoutes, ...reminderRoutes],
  account: [conversationReads, inboxMarks],
});
