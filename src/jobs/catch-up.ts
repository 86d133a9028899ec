/**
 * Files that memory has not heard of, such as those from before files were indexed, become searchable. A page a job, so
 * that it can stop anywhere and go on; a file that is indexed already costs one look.
 */
import { z } from "zod";
import type { LongTermMemory } from "../memory/create-memory.ts";
import { mayHoldText } from "../tools/files/file-text.ts";
import { INDEX_FILE, INDEX_UPLOAD } from "./file-jobs.ts";
import { defineJob, type JobHandler, type NewJob } from "./job.ts";

export type Area = "workspace" | "uploads";

export interface FilePlace {
  owner: string;
  /** In the workspace; of an upload its id. */
  path: string;
  media_type: string;
}

export interface EveryFile {
  /** In the order of their keys, those beyond the key `last`; the empty key is the beginning. No `last` at the end. */
  after(area: Area, last: string, limit: number): Promise<{ files: FilePlace[]; last?: string }>;
}

export interface CatchUpDeps {
  everyFile: EveryFile;
  memory: Pick<LongTermMemory, "unindexed">;
  enqueue(jobs: readonly NewJob[]): Promise<unknown>;
}

const PAGE = 200;
/** Also how long a file that was put there by other hands, such as a tool of the platform, is unknown at most. */
const EACH_MS = 7 * 86_400_000;

const CATCH_UP = { kind: "memory.index_missing", owner: "system", priority: 1 } as const;

const Payload = z.object({
  area: z.enum(["workspace", "uploads"]).default("workspace"),
  last: z.string().max(2_000).default(""),
  found: z.number().int().min(0).default(0),
});

/** To be added once a week, and with the first hour that this is installed; the id keeps it to that. */
export function weeklyFileJobs(now: number): NewJob[] {
  return [{ id: `job_index_missing_${Math.floor(now / EACH_MS)}`, ...CATCH_UP }];
}

export function createCatchUp(deps: CatchUpDeps): JobHandler {
  return defineJob({
    kind: CATCH_UP.kind,
    schema: Payload,
    async run({ area, last, found: before }) {
      const page = await deps.everyFile.after(area, last, PAGE);
      const readable = page.files.filter(({ media_type }) => mayHoldText(media_type));
      const missing = await deps.memory.unindexed(readable);
      const found = before + missing.length;
      const next = nextOf(area, page.last);
      await deps.enqueue([
        ...missing.map((file) => indexJob(area, file)),
        ...(next === undefined ? [] : [{ ...CATCH_UP, payload: { ...next, found } }]),
      ]);
      return `${found} files were not indexed yet${next === undefined ? "" : "; goes on"}`;
    },
  });
}

function nextOf(area: Area, last: string | undefined): { area: Area; last: string } | undefined {
  if (last !== undefined) return { area, last };
  return area === "workspace" ? { area: "uploads", last: "" } : undefined;
}

function indexJob(area: Area, { owner, path }: FilePlace): NewJob {
  return {
    kind: area === "workspace" ? INDEX_FILE : INDEX_UPLOAD,
    owner,
    payload: area === "workspace" ? { path } : { file_id: path },
    priority: 2,
    // While one waits a page that is looked at twice adds no other.
    dedupe_key: `memory.index_missing:${owner}:${path}`,
  };
}
