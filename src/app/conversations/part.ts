/** Conversations: messages, branches, turns and deliveries. */

import { conversations } from "../../storage/d1/schema/core.ts";
import { definePart } from "../part.ts";
import { CONVERSATIONS } from "../services/conversations.ts";
import { PLATFORM } from "../services/platform.ts";
import { ROOMS } from "../services/rooms.ts";
import { archiveConversations, eraseConversations } from "./personal-data.ts";
import { conversationBranchRoutes } from "./routes/branches.ts";
import { chatRoutes } from "./routes/chat.ts";
import { conversationRoutes } from "./routes/conversations.ts";
import { deliveryRoutes } from "./routes/deliveries.ts";
import { exportRoutes } from "./routes/export.ts";
import { findingRoutes } from "./routes/finding.ts";
import { conversationInputRoutes } from "./routes/inputs.ts";
import { memberRoutes } from "./routes/members.ts";
import { messageRoutes } from "./routes/messages.ts";
import { placeRoutes } from "./routes/places.ts";
import { conversationReadingRoutes } from "./routes/reading.ts";
import { sourceRoutes } from "./routes/sources.ts";
import { turnRoutes } from "./routes/turns.ts";

export const conversationsPart = definePart({
  name: "conversations",
  routes: [
    // Ahead of the routes of one conversation, whose id stands where these have a name.
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
    ...sourceRoutes,
  ],
  owned: [conversations],
  needs: [CONVERSATIONS, PLATFORM, ROOMS],
  open: (services) => ({
    erase: (owner, heartbeat) => eraseConversations(services, owner, heartbeat),
    archive: (principal) => archiveConversations(services, principal),
  }),
});
