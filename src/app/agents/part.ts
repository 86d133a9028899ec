/** Agents as data: their routes and their versions. */

import { createPreviewJobs, previewJobs } from "../../jobs/preview-jobs.ts";
import { eraseConversation } from "../conversations/erase-conversation.ts";
import { definePart } from "../part.ts";
import { agentRoutes } from "./routes/agents.ts";
import { agentBeginningRoutes } from "./routes/beginnings.ts";
import { agentPreviewRoutes } from "./routes/previews.ts";
import { toolRoutes } from "./routes/tools.ts";
import { agentVersionRoutes } from "./routes/versions.ts";

export const agentsPart = definePart({
  name: "agents",
  routes: [
    ...agentRoutes,
    ...agentBeginningRoutes,
    ...agentVersionRoutes,
    ...agentPreviewRoutes,
    ...toolRoutes,
  ],
  open: (house) => ({
    regular: previewJobs,
    jobs: createPreviewJobs({
      left: (before) => house.agentDrafts.left(before),
      end: (id) => eraseConversation(house, id),
      removeOld: (before) => house.agentDrafts.removeOld(before),
    }),
  }),
});
