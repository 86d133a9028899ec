/**
 * Indexes files that memory does not know, such as those from before files were indexed. Each job handles one
 * page, so the work can stop anywhere and resume; a file that is indexed already costs one lookup.
 */
import { z } from "zod";
import type { LongTermMemory } from "../memory/create-memory.ts";
import { mayHoldText } from "../tools/files/file-text.ts";
import { INDEX_FILE, INDEX_UPLOAD } from "./file-jobs.ts";
import { defineJob, type JobHandler, type JobKind, type NewJob, PRIORITIES } from "./job.ts";

export type Area = "workspace" | "uploads";

export interface FilePlace {
  owner: string;
  /** Path in the workspace; for an upload its id. */
  path: string;
  media_type: string;
}

export interface EveryFile {
  /**
   * Files in key order after the key `last`; the empty key is the beginning. `last` is absent on the last
   * page.
   */
  after(area: Area, last: string, limit: number): Promise<{ files: FilePlace[]; last?: string }>;
}

interface CatchUpDeps {
  everyFile: EveryFile;
  memory: Pick<LongTermMemory, "unindexed">;
  enqueue(jobs: readonly NewJob[]): Promise<unknown>;
}

const PAGE = 200;
/** Also the longest time that a file put there from outside, such as by a platform tool, stays unknown. */
const EACH_MS = 7 * 86_400_000;

const INDEX_MISSING: JobKind = {
  name: "memory.index_missing",
  title: "Look for files that are not indexed",
  recurs: "week",
};
const CATCH_UP = { kind: INDEX_MISSING, owner: "system", priority: PRIORITIES.scheduled } as const;

const Payload = z.object({
  area: z.enum(["workspace", "uploads"]).default("workspace"),
  last: z.string().max(2_000).default(""),
  found: z.number().int().min(0).default(0),
});

/**
 * Jobs for this week, enqueued each hour: their ids keep each to one run a week, and the first comes within
 * an hour of installation.
 */
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
    priority: PRIORITIES.upkeep,
    // While this job waits, a page that is handled twice adds no second one.
    dedupe_key: `memory.index_missing:${owner}:${path}`,
  };
}
