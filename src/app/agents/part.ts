/** Agents as data: their routes and their versions. */

import { createPreviewJobs, previewJobs } from "../../jobs/preview-jobs.ts";
import { eraseConversation } from "../conversations/erase-conversation.ts";
import { definePart } from "../part.ts";
import { agentRoutes } from "./routes/agents.ts";
import { agentBeginningRoutes } from "./routes/beginnings.ts";
import { agentPreviewRoutes } from "./routes/previews.ts";
import { toolRoutes } from "./routes/tools.ts";
import { agentVersionRoutes } from "./routes/versions.ts";
import { NEEDS } from "./services.ts";

export const agentsPart = definePart({
  name: "agents",
  routes: [
    ...agentRoutes,
    ...agentBeginningRoutes,
    ...agentVersionRoutes,
    ...agentPreviewRoutes,
    ...toolRoutes,
  ],
  needs: NEEDS,
  open: (services) => ({
    regular: previewJobs,
    jobs: createPreviewJobs({
      left: (before) => services.agentDrafts.left(before),
      end: (id) => eraseConversation(services, id),
      removeOld: (before) => services.agentDrafts.removeOld(before),
    }),
  }),
});
