/**
 * Model calls outside the turns. An estimate of each is stored before the call and replaced by the real usage
 * afterwards, so an estimate left by an earlier life belongs to a call that died with it.
 */
import type { ModelPort, ModelRequest } from "../../../src/agent/ports/model.ts";
import type { Tables } from "../../sql/tables.ts";
import { sideCalls } from "../rows/schema/journal.ts";
import type { CostRow, Estimate } from "../rows/schema/stored-json.ts";
import { estimateOf, spend } from "./estimate.ts";
import type { LedgerDeps } from "./ports.ts";
import { promptTokens } from "./turn-budget.ts";
import { paidBy } from "./turn-costs.ts";

interface SideCallsDeps extends LedgerDeps {
  /** After-work was recorded: it is flushed when the object is quiet. */
  leaveWork(): void;
}

/** Purpose of the calls. `id` must be unique to them. */
interface CallPurpose {
  id: string;
  agent: string;
  purpose: string;
}

/** The model port, with each call booked in the ledger as it ends. */
export function meterModel(deps: SideCallsDeps, purposeOfCalls: CallPurpose): ModelPort {
  const { model } = deps.ports;
  let calls = 0;
  return {
    async *stream(request, signal) {
      const { id, agent, purpose } = purposeOfCalls;
      const call = { id: `${id}:${++calls}`, turn_id: id, agent, ...paidBy(deps.store.meta) };
      put(deps.store.sql, { ...call, ...planOf(request) });
      for await (const event of model.stream(request, signal)) {
        if (event.type === "finish" || event.type === "failed") {
          const { model: answered, usage, cost_usd, cost_by } = event;
          const spent = { model: answered, usage, cost_usd, ...(cost_by && { cost_by }) };
          end(deps, { ...call, at: deps.ports.now(), ...spent, purpose });
        }
        yield event;
      }
    },
  };
}

/** Books the lost calls of earlier lives. To be called before this life makes any call. */
export function bookLostSideCalls(deps: SideCallsDeps): void {
  const { store, ports } = deps;
  const lost = store.sql.rows(sideCalls, "ORDER BY id");
  if (lost.length === 0) return;
  store.commit(ports.now(), () => {
    spend(
      deps,
      lost.map(({ estimate }) => estimateOf(deps, estimate)),
    );
    store.sql.remove(sideCalls);
  });
  deps.leaveWork();
}

function planOf(request: ModelRequest): Pick<Estimate, "model" | "input_tokens" | "output_tokens"> {
  return { model: request.model, input_tokens: promptTokens(request), output_tokens: 0 };
}

function put(sql: Tables, call: Estimate): void {
  const { id } = call;
  sql.insert(sideCalls, { id, estimate: { ...call, id: `${id}:interrupted` } });
}

function end(deps: SideCallsDeps, row: CostRow): void {
  deps.store.commit(row.at, () => {
    deps.store.sql.remove(sideCalls, "WHERE id = ?", row.id);
    spend(deps, [row]);
  });
  deps.leaveWork();
}
