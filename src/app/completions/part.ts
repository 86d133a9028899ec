/** The OpenAI-compatible API as a part of the Worker. */

import type { Histories } from "../../completions/histories.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { D1Histories } from "../../storage/d1/histories/histories.ts";
import { histories } from "../../storage/d1/schema/histories.ts";
import { definePart } from "../part.ts";
import { anthropicRoutes } from "./anthropic/routes.ts";
import { completionRoutes } from "./chat/routes.ts";
import { responseRoutes } from "./responses/routes.ts";
import { storedResponseRoutes } from "./responses/stored.ts";
import { audioRoutes } from "./routes/audio.ts";
import { embeddingRoutes } from "./routes/embeddings.ts";
import { compatibleFileRoutes } from "./routes/files.ts";
import { imageRoutes } from "./routes/images.ts";
import { modelRoutes } from "./routes/models.ts";
import { NEEDS } from "./services.ts";

export const completionsPart = definePart<Histories, typeof NEEDS>({
  name: "completions",
  routes: [
    ...completionRoutes,
    ...responseRoutes,
    ...storedResponseRoutes,
    ...anthropicRoutes,
    ...modelRoutes,
    ...embeddingRoutes,
    ...audioRoutes,
    ...imageRoutes,
    ...compatibleFileRoutes,
  ],
  owned: [histories],
  needs: NEEDS,
  open: ({ env, now }) => ({ verbs: new D1Histories(openDatabase(env.DB), now) }),
});
