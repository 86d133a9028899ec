/** Uploads in pieces: their routes, and the job that clears away abandoned ones. */
import { z } from "zod";
import { defineJob, type JobKind, type NewJob, PRIORITIES } from "../../jobs/job.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { uploads } from "../../storage/d1/schema/files/uploads.ts";
import { definePart } from "../part.ts";
import { uploadRoutes } from "./routes.ts";
import { NEEDS, type Services } from "./services.ts";

const SWEEP: JobKind = { name: "uploads.sweep", title: "Clear away abandoned uploads", recurs: "day" };
const DAY_MS = 86_400_000;

export const uploadsPart = definePart({
  name: "uploads",
  routes: uploadRoutes,
  owned: [uploads],
  needs: NEEDS,
  open: ({ env }) => ({
    jobs: [
      defineJob({
        kind: SWEEP,
        schema: z.object({}),
        run: async (_payload, { now }) => `${await sweep(env, { now: now() })} abandoned uploads removed`,
      }),
    ],
    regular: (time) => [dailySweep(time)],
    async erase(owner) {
      const removed = await sweep(env, { owner });
      return removed > 0 ? { "uploads under way": removed } : {};
    },
  }),
});

function dailySweep(now: number): NewJob {
  const id = `job_uploads_sweep_${Math.floor(now / DAY_MS)}`;
  return { id, kind: SWEEP, owner: "system", priority: PRIORITIES.scheduled };
}

async function sweep(
  { DB, BUCKET }: Services["env"],
  of: { owner: string } | { now: number },
): Promise<number> {
  const [{ D1UploadRows }, { R2FileParts }, { sweepUploads }] = await Promise.all([
    import("../../storage/d1/uploads/uploads.ts"),
    import("../../storage/r2/file-parts.ts"),
    import("../../uploads/receive.ts"),
  ]);
  return sweepUploads({ rows: new D1UploadRows(openDatabase(DB)), parts: new R2FileParts(BUCKET) }, of);
}
