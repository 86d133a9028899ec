/** Conversations: talking to them, their branches, their turns and deliveries. */

import { conversationBranchRoutes } from "../http/routes/conversations/branches.ts";
import { chatRoutes } from "../http/routes/conversations/chat.ts";
import { conversationRoutes } from "../http/routes/conversations/conversations.ts";
import { deliveryRoutes } from "../http/routes/conversations/deliveries.ts";
import { exportRoutes } from "../http/routes/conversations/export.ts";
import { findingRoutes } from "../http/routes/conversations/finding.ts";
import { conversationInputRoutes } from "../http/routes/conversations/inputs.ts";
import { memberRoutes } from "../http/routes/conversations/members.ts";
import { messageRoutes } from "../http/routes/conversations/messages.ts";
import { placeRoutes } from "../http/routes/conversations/places.ts";
import { conversationReadingRoutes } from "../http/routes/conversations/reading.ts";
import { turnRoutes } from "../http/routes/conversations/turns.ts";
import { definePart } from "../part.ts";

export const conversationsPart = definePart({
  name: "conversations",
  routes: [
    // Before those of one conversation, whose id stands where their names do.
    ...findingRoutes,
    ...exportRoutes,
    ...chatRoutes,
    ...conversationRoutes,
    ...conversationReadingRoutes,
    ...conversationInputRoutes,
    ...messageRoutes,
    ...memberRoutes,
    ...placeRoutes,
    ...conversationBranchRoutes,
    ...deliveryRoutes,
    ...turnRoutes,
  ],
});
