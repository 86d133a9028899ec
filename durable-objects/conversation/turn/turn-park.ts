/** Parks a turn: one commit holds its answer so far, its question and its cost. */
import type { StepRecord, Turn } from "../../../src/agent/turn.ts";
import type { Message, Part } from "../../../src/domain/message.ts";
import { asksUpward } from "../children/asks.ts";
import { queueAfterWork } from "../ledger/after-work.ts";
import { turnAsked } from "../ledger/happened.ts";
import { costRows, noteCosts, usageOf } from "../ledger/turn-costs.ts";
import type { TurnLife } from "../ledger/turn-life.ts";
import { parkDraft } from "../outbox/draft.ts";
import type { StepJournal } from "../rows/turns/step-journal.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import { isWaiting } from "../rows/waiting-calls.ts";
import { answerShell, madeBy, recalledFor } from "./answer-shell.ts";
import type { RunnerDeps } from "./runner-deps.ts";

interface Parking {
  row: TurnRow;
  turn: Turn;
  steps: readonly StepRecord[];
  parts: Part[];
  journal: StepJournal;
  life: TurnLife;
}

/**
 * Stores the answer so far as partial and parks the turn. If all awaited results came while its other calls
 * still ran, the turn goes on instead.
 */
export function parkTurn(deps: RunnerDeps, { row, turn, steps, parts, journal, life }: Parking): void {
  const { store, ports, pump } = deps;
  const now = ports.now();
  pump.flush();
  if (!isWaiting(store, row.id)) {
    store.commit(now, () => journal.store());
    return;
  }
  const said: Message = { ...answerShell(row, turn, now), parts, status: "partial" };
  const message = { ...said, ...madeBy(steps), ...recalledFor(life) };
  const events = store.commit(now, () => {
    journal.store();
    store.turns.park(row.id, { billed: steps.length, timings: life.trace.take() });
    if (!store.transcript.has(message.id)) store.meta.message_count += 1;
    store.transcript.put(message, row.id);
    store.meta.revision += 1;
    const costs = costRows({ row, steps, life }, turn.agent.slug).slice(life.billed);
    noteCosts(deps, costs);
    const happened = turnAsked(row, { agent: turn.agent.slug, steps }, now);
    queueAfterWork(store, { costs, message_ids: [], happened });
    putQuestion(deps, { row, steps, parts });
    const parked = { type: "state", state: "parked", step: 0, tools: [], usage: usageOf(costs) } as const;
    return [store.log.append({ ...parked, tools: [] }, row.id, now)];
  });
  for (const event of events) deps.broadcast(event);
  deps.outbox.kick();
}

function putQuestion(
  { outbox, store }: RunnerDeps,
  { row, steps, parts }: Pick<Parking, "row" | "steps" | "parts">,
): void {
  const to = outbox.addressee(row);
  const draft = to && parkDraft(to, parts, { steps, asks: asksUpward(store) });
  if (draft) outbox.put(row, draft);
}
