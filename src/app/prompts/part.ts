/** The library of prompts as a part of the Worker. */

import { jsonFile } from "../../export/archive.ts";
import type { PromptVerbs } from "../../prompts/verbs.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { D1PromptStore } from "../../storage/d1/prompts/prompts.ts";
import { prompts } from "../../storage/d1/schema/prompts.ts";
import { definePart } from "../part.ts";
import { promptRoutes } from "./routes.ts";
import { NEEDS } from "./services.ts";

export const promptsPart = definePart<PromptVerbs, typeof NEEDS>({
  name: "prompts",
  routes: promptRoutes,
  owned: [prompts],
  needs: NEEDS,
  open({ env, now }) {
    const store = new D1PromptStore(openDatabase(env.DB), now);
    return {
      verbs: store,
      async *archive({ owner }) {
        yield jsonFile("prompts.json", await store.list(owner));
      },
    };
  },
});
