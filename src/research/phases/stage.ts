/** Things that the phases of a run work with. */

import type { Purse } from "../budget.ts";
import type { Ledger } from "../evidence/ledger.ts";
import type { Plan } from "../plan/plan.ts";
import type { Answer, Ask, ReadPage, ResearchPorts } from "../ports.ts";
import type { EndedBy, ResearchOrder } from "../run.ts";
import type { StepResult, Steps } from "../steps.ts";

export interface Stage {
  order: ResearchOrder;
  ports: ResearchPorts;
  plan: Plan;
  ledger: Ledger;
  /** Pages that a search gave whole, by their address. */
  pages: Map<string, ReadPage>;
  steps: Steps;
  /** Ends gathering. */
  gathering: AbortSignal;
  /** Ends all model calls: the report is made of what there is. */
  writing: AbortSignal;
  endedBy: Set<EndedBy>;
  /** Grows when a run goes on after its report: what was written then is written anew. */
  edition: number;
}

export interface ModelCall {
  key: string;
  ask: Ask;
  purse: Purse;
}

/** A journaled model call. */
export async function askModel(
  { ports: { outside }, steps }: Stage,
  { key, ask, purse }: ModelCall,
  signal: AbortSignal,
): Promise<StepResult<Answer>> {
  return steps.take(
    {
      key,
      purse,
      isCall: true,
      worst_usd: outside.worst(ask),
      perform: (stop) => outside.ask(ask, stop),
      isFailure: (answer) => !answer.ok,
    },
    signal,
  );
}

export function userWords(text: string): Ask["messages"] {
  return [{ role: "user", content: [{ type: "text", text }] }];
}
