/** Operations on the conversation that its own tools may use. */
import type { ConversationPort, NewChild } from "../../../src/agent/ports/tool.ts";
import type { StepRecord } from "../../../src/agent/turn.ts";
import { beginChild } from "../children/begin.ts";
import { leftOf } from "../ledger/mandate-left.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { RunnerDeps } from "./runner-deps.ts";

interface PortOf {
  row: TurnRow;
  models: string[];
  /** Grows during the turn. */
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
    status: () => statusOf(deps, { models, steps }),
    begin: (child) => begin(deps, row, child),
    parent: () => store.meta.parent,
    left_usd: () => leftOf(store, steps),
  };
}

/** The conversation's status, including the running turn's usage so far. */
function statusOf({ store }: RunnerDeps, { models, steps }: Pick<PortOf, "models" | "steps">) {
  const { meta } = store;
  const sum = (of: (reply: StepRecord["reply"]) => number) =>
    steps.reduce((total, { reply }) => total + of(reply), 0);
  return {
    conversation_id: meta.conversation_id,
    messages: meta.message_count,
    turns: meta.turn_count,
    step: steps.length,
    model: models[0] ?? "",
    cost_usd: meta.cost_usd + sum(({ cost_usd }) => cost_usd ?? 0),
    input_tokens: meta.input_tokens + sum(({ usage }) => usage.input_tokens),
    output_tokens: meta.output_tokens + sum(({ usage }) => usage.output_tokens),
    created_at: new Date(meta.created_at).toISOString(),
  };
}

function begin(deps: RunnerDeps, row: TurnRow, child: NewChild): string | undefined {
  const { store, ports, outbox, pump, broadcast, wakeAt } = deps;
  pump.flush();
  const now = ports.now();
  const begun = beginChild({ store, tell: (...message) => outbox.tellChild(...message) }, row, {
    child,
    now,
  });
  if ("refusal" in begun) return begun.refusal;
  for (const event of begun.events) broadcast(event);
  wakeAt(now + child.patience_ms);
  outbox.kick();
  return undefined;
}
