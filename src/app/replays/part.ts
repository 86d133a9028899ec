/** Replay sets as a part of the Worker: routes, the job of a run, and a person's sets in their export. */
import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";
import type { ForeignSet } from "../../replays/verbs.ts";
import {
  replayResults,
  replayRuns,
  replaySets,
  replaySetTurns,
} from "../../storage/d1/schema/replays/replays.ts";
import { definePart } from "../part.ts";
import { RUN } from "./jobs.ts";
import { replayRoutes } from "./routes.ts";
import { NEEDS } from "./services.ts";

/** Loaded by the first run or export. */
const work = () => import("./work.ts");

const Payload = z.object({ run: z.string().max(100), leg: z.number().int() });

export const replaysPart = definePart({
  name: "replays",
  routes: replayRoutes,
  owned: [replayResults, replayRuns, replaySetTurns, replaySets],
  needs: NEEDS,
  open: (services) => ({
    jobs: [
      defineJob({
        kind: RUN,
        schema: Payload,
        run: async (payload, context) => (await work()).runLeg(services, payload, context),
        over: async ({ run }, { owner }, failure) =>
          (await work()).runEnded(services, { owner, run }, failure),
      }),
    ],
    verbs: { bringIn: async (set: ForeignSet) => (await import("./bring-in.ts")).bringIn(services, set) },
    archive: async function* ({ owner }) {
      yield* (await work()).archive(services, owner);
    },
  }),
});
