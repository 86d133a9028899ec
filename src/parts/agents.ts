/** Agents as data: their routes and their versions. */
import { agentRoutes } from "../http/routes/agents/agents.ts";
import { agentBeginningRoutes } from "../http/routes/agents/beginnings.ts";
import { agentPreviewRoutes } from "../http/routes/agents/previews.ts";
import { agentVersionRoutes } from "../http/routes/agents/versions.ts";
import { toolRoutes } from "../http/routes/tools.ts";
import { createPreviewJobs, previewJobs } from "../jobs/preview-jobs.ts";
import { definePart } from "../part.ts";
import { eraseConversation } from "./erase-conversation.ts";

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
