/** Background jobs, as people see them. */

import { type ArchiveFile, linesFile } from "../../export/archive.ts";
import type { Job } from "../../jobs/job.ts";
import { jobs } from "../../storage/d1/schema/jobs.ts";
import { definePart } from "../part.ts";
import type { Kernel } from "../services/kernel.ts";
import { jobRoutes } from "./routes.ts";
import { NEEDS } from "./services.ts";

export const jobsPart = definePart({
  name: "jobs",
  routes: jobRoutes,
  owned: [jobs],
  needs: NEEDS,
  open: (services) => ({ archive: ({ owner }) => archive(services, owner) }),
});

const PAGE = 500;

async function* archive({ jobs: { store } }: Kernel, owner: string): AsyncGenerator<ArchiveFile> {
  const lines: object[] = [];
  let before: string | undefined;
  do {
    const page: Job[] = await store.list({ owner }, { limit: PAGE, ...(before !== undefined && { before }) });
    for (const { owner: _owner, ...job } of page) lines.push(job);
    before = page.length < PAGE ? undefined : page.at(-1)?.id;
  } while (before !== undefined);
  yield linesFile("jobs.jsonl", lines);
}
