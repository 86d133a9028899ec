/** Conversations: talking to them, their branches, their turns and deliveries. */
import { chatRoutes } from "../http/routes/chat.ts";
import { conversationBranchRoutes } from "../http/routes/conversation-branches.ts";
import { conversationInputRoutes } from "../http/routes/conversation-inputs.ts";
import { conversationRoutes } from "../http/routes/conversations.ts";
import { deliveryRoutes } from "../http/routes/deliveries.ts";
import { turnRoutes } from "../http/routes/turns.ts";
import { definePart } from "../part.ts";

export const conversationsPart = definePart({
  name: "conversations",
  routes: [
    ...chatRoutes,
    ...conversationRoutes,
    ...conversationInputRoutes,
    ...conversationBranchRoutes,
    ...deliveryRoutes,
    ...turnRoutes,
  ],
});
