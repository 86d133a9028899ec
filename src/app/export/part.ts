/** Export of all that somebody owns as one archive, and its import, as a part of the Worker. */

import { archiveOf, jsonFile } from "../../export/archive.ts";
import { R2Imports } from "../../storage/r2/imports.ts";
import type { ApiContext } from "../http/api.ts";
import { defineRoute } from "../http/api.ts";
import { definePart } from "../part.ts";
import { importRoute } from "./import-route.ts";
import { createImportJobs } from "./imports/jobs.ts";
import { importRoutes } from "./imports/routes.ts";
import { importView } from "./imports/view.ts";
import { createIndexImport } from "./index-import.ts";
import { NEEDS, servicesOf } from "./services.ts";

export const exportPart = definePart({
  name: "export",
  routes: [
    defineRoute({
      method: "get",
      path: "/export",
      policy: { who: "person", scope: "read" },
      summary:
        "All that one owns as one zip archive: conversations, memory, workspace, files, agents, rooms, prompts, schedules, capabilities, hooks, MCP servers, jobs, costs, preferences. Secrets are left out.",
      answers: () => ({ 200: "file" }),
      handler: exported,
    }),
    importRoute,
    ...importRoutes,
  ],
  needs: NEEDS,
  open: (services) => ({
    jobs: [createIndexImport(services), ...createImportJobs(services)],
    async *archive({ owner }) {
      const imports = await new R2Imports(services.env.BUCKET).list(owner);
      yield jsonFile("imports.json", imports.map(importView));
    },
  }),
});

async function exported(context: ApiContext): Promise<Response> {
  const services = servicesOf(context);
  const day = new Date(services.now()).toISOString().slice(0, 10);
  return new Response(await archiveOf(services.personalData.archive(context.get("principal"))), {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="nightjar-${day}.zip"`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
}
