/** Calls around replay sets. */
import type {
  ReplayRun,
  ReplaySet,
  RunFields,
  RunResult,
  SetTurn,
  SetTurnFields,
} from "../replays/replays.ts";
import type { ListPage, PageQuery } from "./lists.ts";

export interface ReplayCalls {
  "GET /replay-sets": { answer: ListPage<ReplaySet> };
  "POST /replay-sets": { body: { name: string }; answer: ReplaySet };
  "DELETE /replay-sets/{id}": { answer: null };
  "GET /replay-sets/{id}/turns": { answer: ListPage<SetTurn> };
  "POST /replay-sets/{id}/turns": { body: SetTurnFields; answer: SetTurn };
  "POST /replay-sets/{id}/runs": { body: RunFields; answer: ReplayRun };
  "GET /replay-runs/{id}": { answer: ReplayRun };
  "POST /replay-runs/{id}/stop": { body: Record<never, never>; answer: ReplayRun };
  "GET /replay-runs/{id}/results": { query: PageQuery; answer: ListPage<RunResult> };
}
