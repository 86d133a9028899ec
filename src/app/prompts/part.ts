/** The library of prompts as a part of the Worker. */

import type { PromptVerbs } from "../../prompts/verbs.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { PromptStore } from "../../storage/d1/prompts/prompts.ts";
import { definePart } from "../part.ts";
import { promptRoutes } from "./routes.ts";
import { NEEDS } from "./services.ts";

export const promptsPart = definePart<PromptVerbs, typeof NEEDS>({
  name: "prompts",
  routes: promptRoutes,
  needs: NEEDS,
  open: ({ env, now }) => ({ verbs: new PromptStore(openDatabase(env.DB), now) }),
});
