/**
 * The job that watches a build with short checks, so that no queue consumer is occupied for as long as a
 * build takes. The Builder's own conversation reports its end at once; the watch finds builds whose
 * conversation died.
 */
import { z } from "zod";
import type { ChildState } from "../../domain/events.ts";
import { trustId } from "../../domain/ids.ts";
import { defineJob, type JobHandler, type JobKind, type NewJob, PRIORITIES } from "../../jobs/job.ts";
import { type EndDeps, endWithout } from "./end.ts";
import { BUILD, type Build, type BuildStore } from "./record/build.ts";

interface WatchDeps extends EndDeps {
  store: BuildStore;
  /**
   * State of the child as its parent knows it; undefined if there is none. Rejects if the parent cannot be
   * asked.
   */
  stateOf(build: Build): Promise<ChildState | undefined>;
  enqueue(job: NewJob): Promise<unknown>;
}

const WATCH: JobKind = {
  name: BUILD,
  title: "Watch a build",
  is_watch: true,
  goes_on:
    "This job only watches a build. Stop the build itself, on its page or by stopping its conversation.",
};
const FIRST_LOOK_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** If the Builder has not begun by then, the requesting call died before it could start it. */
const BEGUN_BY_MS = 5 * 60_000;

export function firstWatch(build: WatchedBuild, now: number): NewJob {
  return watchJob(build, 0, now);
}

export function createWatchJob(deps: WatchDeps): JobHandler {
  return defineJob({
    kind: WATCH,
    schema: z.object({ build_id: z.string(), look: z.number().int().min(0) }),
    async run({ build_id, look }) {
      const build = await deps.store.get(trustId<"bld">(build_id));
      if (build?.status !== "building")
        return build ? `It is ${build.status}.` : "That build no longer exists.";
      const error = await endOf(deps, build);
      if (error !== undefined) {
        await endWithout(deps, build, { status: "failed", error });
        return error;
      }
      await deps.enqueue(watchJob(build, look + 1, deps.now()));
      return "It is under way.";
    },
  });
}

type WatchedBuild = Pick<Build, "id" | "owner" | "conversation_id">;

/** Each check is one job with an idempotent id. */
function watchJob({ id, owner, conversation_id }: WatchedBuild, look: number, now: number): NewJob {
  const pause = Math.min(FIRST_LOOK_MS * 2 ** look, LONGEST_PAUSE_MS);
  return {
    id: `job_${id}_${look}`,
    kind: WATCH,
    owner,
    conversation_id,
    payload: { build_id: id, look },
    priority: PRIORITIES.usual,
    run_after: now + pause,
  };
}

const ENDS: Record<Exclude<ChildState, "running">, string> = {
  completed: "The Builder ended without registering the capability.",
  halted: "It was stopped.",
  failed: "The Builder failed.",
  given_up: "The build exceeded its time limit.",
};

/** Undefined if the build goes on. */
async function endOf({ stateOf, now }: WatchDeps, build: Build): Promise<string | undefined> {
  const state = await stateOf(build);
  if (state === "running") return undefined;
  if (state !== undefined) return ENDS[state];
  return now() - build.created_at > BEGUN_BY_MS ? "The Builder never started." : undefined;
}
