/** What the conversation lets its own tools do to it. */
import type { ConversationPort, NewChild } from "../../../src/agent/ports/tool.ts";
import type { StepRecord } from "../../../src/agent/turn.ts";
import { beginChild } from "../children/begin.ts";
import { leftOf } from "../ledger/mandate-left.ts";
import type { TurnRow } from "../rows/turns.ts";
import type { RunnerDeps } from "./runner-deps.ts";

export interface PortOf {
  row: TurnRow;
  models: string[];
  /** Grows as the turn goes on. */
  steps: StepRecord[];
}

export function conversationPort(deps: RunnerDeps, { row, models, steps }: PortOf): ConversationPort {
  const { actor } = row;
  const { store, ports } = deps;
  return {
    schedule(entry) {
      const added = store.commit(ports.now(), () => store.reminders.add({ ...entry, actor }));
      deps.wakeAt(added.at);
      return { id: added.id };
    },
    scheduled: () => store.reminders.list(),
    cancelScheduled: (id) => store.commit(ports.now(), () => store.reminders.remove(id)),
    status: () => ({
      conversation_id: store.meta.conversation_id,
      messages: store.meta.message_count,
      turns: store.meta.turn_count,
      step: steps.length,
      model: models[0] ?? "",
      cost_usd: store.meta.cost_usd,
      input_tokens: store.meta.input_tokens,
      output_tokens: store.meta.output_tokens,
      created_at: new Date(store.meta.created_at).toISOString(),
    }),
    begin: (child) => begin(deps, row, child),
    parent: () => store.meta.parent,
    left_usd: () => leftOf(store, steps),
  };
}

function begin(deps: RunnerDeps, row: TurnRow, child: NewChild): string | undefined {
  const { store, ports, outbox, pump, broadcast, wakeAt } = deps;
  pump.flush();
  const now = ports.now();
  const begun = beginChild({ store, tell: (...told) => outbox.tellChild(...told) }, row, { child, now });
  if ("refusal" in begun) return begun.refusal;
  for (const event of begun.events) broadcast(event);
  wakeAt(now + child.patience_ms);
  outbox.kick();
  return undefined;
}
