/** Budgets and bills of speech: in the ledger of all model calls. */
import { waitUntil } from "cloudflare:workers";
import type { Ids } from "../../../domain/ids.ts";
import type { Log } from "../../../observability/log-port.ts";
import type { BudgetGuard } from "../../../storage/d1/ledger/budget-guard.ts";
import type { CostInsert, CostLedger } from "../../../storage/d1/ledger/costs.ts";
import type { SpeechCost, SpeechLedger, SpeechPayer } from "../../../voice/ports.ts";

export interface LedgerParts {
  ids: Ids;
  now(): number;
  costs: CostLedger;
  budgetGuard: BudgetGuard;
  log: Log;
}

export function speechLedger(parts: LedgerParts): SpeechLedger {
  const { budgetGuard, costs, log, now } = parts;
  const ledger: SpeechLedger = {
    async refusal({ owner, agent = "", allowance }, call) {
      const payer = { owner, agent, ...(allowance && { allowance }) };
      await budgetGuard.ready(payer);
      return budgetGuard.refusal(payer, { isFirst: false, estimate: () => call });
    },
    async book(payer, cost) {
      const row = rowOf({ id: parts.ids.create("call"), at: now() }, payer, cost);
      const { id, at, owner, agent } = row;
      budgetGuard.note({ id, at, owner, agent, cost_usd: cost.cost_usd ?? 0 });
      try {
        await costs.put(row);
        budgetGuard.recorded([id]);
      } catch (problem) {
        log.error("speech_not_booked", { problem: String(problem), model: cost.model });
      }
    },
    bookLater(payer, later) {
      const booked = later.then((cost) => ledger.book(payer, cost));
      waitUntil(
        booked.catch((problem: unknown) => log.error("speech_not_booked", { problem: String(problem) })),
      );
    },
  };
  return ledger;
}

function rowOf(
  when: Pick<CostInsert, "id" | "at">,
  { owner, agent = "", conversation_id = "" }: SpeechPayer,
  { model, isEstimate, input_tokens = 0, output_tokens = 0, ...cost }: SpeechCost,
): CostInsert {
  const slash = model.indexOf("/");
  return {
    ...when,
    owner,
    agent,
    conversation_id,
    turn_id: "",
    provider: model.slice(0, slash),
    model: model.slice(slash + 1),
    input_tokens,
    output_tokens,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    ...cost,
    ...(isEstimate && { cost_by: "estimate" as const }),
  };
}
