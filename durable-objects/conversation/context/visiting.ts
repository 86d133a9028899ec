/** The visit, as a casting sees it, with the means to decide who answers. */
import type { ModelPort } from "../../../src/agent/ports/model.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import type { Decision, Visit } from "../../../src/domain/visit.ts";

export interface Visiting {
  visit: Visit;
  /** Id of the person who is answered; null: unknown here. */
  person: string | null;
  /** ms since the epoch. */
  now: number;
  later: Later;
  /** An earlier decision for this turn. */
  decided: Decision | undefined;
  /** Stores the decision together with the visit's `change`, in one transaction. */
  decide(decision: Decision, change: Partial<Visit>): void;
  /** Model calls outside the turn, on the visit's bill. */
  ask: ModelPort;
}
