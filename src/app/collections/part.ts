/** Knowledge collections: their routes, the tool that asks them, and the jobs that keep them in step. */
import { z } from "zod";
import { defineJob, type JobHandler, type NewJob, PRIORITIES } from "../../jobs/job.ts";
import { collectionDocuments, collections } from "../../storage/d1/schema/files/collections.ts";
import type { ToolSource } from "../../tools/registry.ts";
import { definePart } from "../part.ts";
import { CollectionReach } from "./collection-reach.ts";
import { SYNC, SYNC_ALL } from "./jobs.ts";
import { collectionRoutes } from "./routes.ts";
import { NEEDS, type Services } from "./services.ts";

const HOUR_MS = 3_600_000;

/** Loaded by the first question, change or sync. */
const work = () => import("./work.ts");

export const collectionsPart = definePart({
  name: "collections",
  routes: collectionRoutes,
  owned: [collectionDocuments, collections],
  needs: NEEDS,
  open(services) {
    const reach = new CollectionReach(services);
    return {
      verbs: { changed: () => reach.refresh() },
      sources: [toolOf(services, reach)],
      jobs: jobsOf(services),
      regular: (time) => [hourly(time)],
      async erase(owner, heartbeat) {
        const cleared = await (await work()).clearAll(services, owner, heartbeat);
        return cleared > 0 ? { "collections in the index": cleared } : {};
      },
      archive: async function* ({ owner }) {
        yield* (await work()).archive(services, owner);
      },
    };
  },
});

/** Offered only where there is something to ask: known from memory, so that no turn waits for it. */
function toolOf(services: Services, reach: CollectionReach): ToolSource {
  return {
    list: async ({ slug }, owner) =>
      reach.has(slug, owner) ? [await (await work()).searchTool(services)] : [],
  };
}

function jobsOf(services: Services): JobHandler[] {
  return [
    defineJob({
      kind: SYNC,
      schema: z.object({ id: z.string().max(100), slice: z.number().int().default(0) }),
      run: async (asked, { job, heartbeat }) =>
        (await work()).sync(services, { owner: job.owner, ...asked }, heartbeat),
    }),
    defineJob({
      kind: SYNC_ALL,
      schema: z.object({}),
      run: async () => (await work()).enqueueAll(services),
    }),
  ];
}

function hourly(now: number): NewJob {
  const id = `job_collections_${Math.floor(now / HOUR_MS)}`;
  return { id, kind: SYNC_ALL, owner: "system", priority: PRIORITIES.scheduled };
}
