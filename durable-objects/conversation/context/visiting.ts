/** What a casting is told of a visit, and by what it decides in it. */
import type { ModelPort } from "../../../src/agent/ports/model.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import type { Decision, Visit } from "../../../src/domain/visit.ts";

export interface Visiting {
  visit: Visit;
  /** Id of the person who is answered; null: the house does not know them. */
  person: string | null;
  /** ms since the epoch. */
  now: number;
  later: Later;
  /** As it was decided for this turn before. */
  decided: Decision | undefined;
  /** Keeps it; `change` of the visit goes with it, in one transaction. */
  decide(decision: Decision, change: Partial<Visit>): void;
  /** Beside the turn, on the bill of the visit. */
  ask: ModelPort;
}
