/** The workspace and uploads: their routes, and the jobs that index them and delete old objects. */

import { createCatchUp, weeklyFileJobs } from "../../jobs/catch-up.ts";
import { createFileJobs } from "../../jobs/file-jobs.ts";
import { createStorageJobs, dailyStorageJobs } from "../../jobs/storage-jobs.ts";
import { eraseObjectsOf } from "../../storage/r2/erase-owner.ts";
import { R2EveryFile } from "../../storage/r2/every-file.ts";
import { expireObjects, expireSpoken } from "../../storage/r2/expire.ts";
import type { ToolSource } from "../../tools/registry.ts";
import { definePart } from "../part.ts";
import { archiveFiles } from "./archive.ts";
import { fileRoutes } from "./routes/files.ts";
import { workspaceRoutes } from "./routes/workspace.ts";
import { NEEDS } from "./services.ts";
import type { queryTable } from "./table-files.ts";

export const workspacePart = definePart({
  name: "workspace",
  routes: [...workspaceRoutes, ...fileRoutes],
  needs: NEEDS,
  open: ({ env, memory, workspace, files, jobs, now, ...readers }) => ({
    sources: [tablesOf({ env, files, workspace, now })],
    jobs: [
      ...createFileJobs({ memory, workspace, files, ...readers }),
      createCatchUp({
        everyFile: new R2EveryFile(env.BUCKET),
        memory,
        enqueue: (added) => jobs.enqueueAll(added),
      }),
      ...createStorageJobs({
        expire: (time, heartbeat) => expireObjects(env.BUCKET, time, heartbeat),
        spoken: (time, heartbeat) => expireSpoken(env.BUCKET, time, heartbeat),
      }),
    ],
    regular: (time) => [...dailyStorageJobs(time), ...weeklyFileJobs(time)],
    erase: async (owner, heartbeat) => ({
      "stored files": await eraseObjectsOf(env.BUCKET, owner, heartbeat),
    }),
    archive: ({ owner }) => archiveFiles({ workspace, files, bucket: env.BUCKET }, owner),
  }),
});

/** The tool is loaded by the first turn. */
function tablesOf(deps: Parameters<typeof queryTable>[0]): ToolSource {
  return { list: async () => [(await import("./table-files.ts")).queryTable(deps)] };
}
