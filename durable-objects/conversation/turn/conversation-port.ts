/** What the conversation lets its own tools do to it. */
import type { ConversationPort } from "../../../src/agent/ports/tool.ts";
import type { StepRecord } from "../../../src/agent/turn.ts";
import type { RunnerDeps } from "./runner-deps.ts";

export function conversationPort(deps: RunnerDeps, models: string[], steps: StepRecord[]): ConversationPort {
  const { store, ports } = deps;
  return {
    schedule(entry) {
      const added = store.commit(ports.now(), () => store.reminders.add(entry));
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
  };
}
