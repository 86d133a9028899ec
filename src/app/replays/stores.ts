/** Stores of the replays part. */
import { openDatabase } from "../../storage/d1/database.ts";
import { D1ReplayRuns } from "../../storage/d1/replays/replay-runs.ts";
import { D1ReplaySets } from "../../storage/d1/replays/replay-sets.ts";
import type { Platform } from "../services/platform.ts";

export function setsOf({ env }: Pick<Platform, "env">): D1ReplaySets {
  return new D1ReplaySets(openDatabase(env.DB));
}

export function runsOf({ env }: Pick<Platform, "env">): D1ReplayRuns {
  return new D1ReplayRuns(openDatabase(env.DB));
}
