/** The library of prompts as a part of the Worker. */
import { definePart } from "../part.ts";
import { openDatabase } from "../storage/d1/database.ts";
import { PromptStore } from "../storage/d1/prompts/prompts.ts";
import { promptRoutes } from "./routes.ts";
import type { PromptVerbs } from "./verbs.ts";

export const promptsPart = definePart<PromptVerbs>({
  name: "prompts",
  routes: promptRoutes,
  open: ({ env, now }) => ({ verbs: new PromptStore(openDatabase(env.DB), now) }),
});
