/** Research as a part of the Worker: its routes, its tool, and a person's runs in their export. */
import { jsonFile, textFile } from "../../export/archive.ts";
import { createStartResearchTool } from "../../research/tool.ts";
import type { ResearchVerbs } from "../../research/verbs.ts";
import { R2Research } from "../../storage/r2/research.ts";
import { R2SourceTexts } from "../../storage/r2/source-texts.ts";
import { researchStub } from "../objects/stubs.ts";
import { definePart } from "../part.ts";
import { researchRoutes } from "./routes.ts";
import { NEEDS } from "./services.ts";

export const researchPart = definePart<ResearchVerbs, typeof NEEDS>({
  name: "research",
  routes: researchRoutes,
  needs: NEEDS,
  open(services) {
    const { env } = services;
    const stored = new R2Research(env.BUCKET);
    const texts = new R2SourceTexts(env.BUCKET);
    const verbs: ResearchVerbs = {
      begin: async (wish) => (await import("./begin.ts")).beginResearch(services, wish),
      async newestIn(owner, conversation_id) {
        const runs = await stored.list(owner);
        const newest = runs
          .filter((run) => run.conversation_id === conversation_id)
          .reduce<(typeof runs)[number] | undefined>(
            (best, run) => (best && best.created_at >= run.created_at ? best : run),
            undefined,
          );
        return newest && (await researchStub(env, owner, newest.id).seen());
      },
      edit: async ({ owner, id }, edits) => researchStub(env, owner, id).edit(edits),
      approve: async ({ owner, id }, answer) => researchStub(env, owner, id).approve(answer),
      halt: async ({ owner, id }) => researchStub(env, owner, id).halt(),
      renew: async ({ owner, id }) => researchStub(env, owner, id).renew(),
      resume: async ({ owner, id }) => researchStub(env, owner, id).resume(),
    };
    return {
      verbs,
      tools: [createStartResearchTool(verbs)],
      async halt(owner) {
        for (const { id } of await stored.list(owner)) await researchStub(env, owner, id).erase();
      },
      async *archive({ owner }) {
        for (const { id } of await stored.list(owner)) {
          const snapshot = await stored.snapshot(owner, id);
          if (!snapshot) continue;
          const { init, view, edition } = snapshot;
          yield jsonFile(`research/${id}/run.json`, { init, view, edition });
          for (const { hash, id: name } of view?.sources ?? [])
            yield textFile(`research/${id}/sources/${name}.md`, (await texts.get(owner, hash)) ?? "");
        }
      },
    };
  },
});
