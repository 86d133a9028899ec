/** Hooks, which other services call, as automations; their runs are deliveries. */
import type { DeliveryStatus } from "../../../domain/hook.ts";
import type { Hook, HookDelivery } from "../../../hooks/hook.ts";
import { HOOKS } from "../../../hooks/verbs.ts";
import { D1Spending, type Spending } from "../../../storage/d1/ledger/spending.ts";
import { iso } from "../../http/query.ts";
import { type AutomationSource, NOTHING_SPENT } from "../source.ts";

const STATES = {
  received: "running",
  accepted: "succeeded",
  filtered: "skipped",
  refused: "stopped",
  failed: "failed",
} as const satisfies Record<DeliveryStatus, string>;

export const hookSource: AutomationSource = {
  kinds: ["hook"],
  async list({ verbs }, { owner }) {
    return (await verbs(HOOKS).hooks.list(owner)).map(shown);
  },
  async runs({ verbs, env }, { owner }, { id, before, limit }) {
    const { hooks, deliveries } = verbs(HOOKS);
    const hook = await hooks.get(id);
    if (hook?.owner !== owner) return undefined;
    const found = await deliveries.list(hook.id, { before, limit });
    // The costs of a conversation that many deliveries share are not those of one of them.
    const own =
      hook.conversation === "each" ? found.flatMap(({ conversation_id }) => conversation_id ?? []) : [];
    const since = Math.min(...found.map(({ at }) => at));
    const spent = await new D1Spending(env.DB).ofConversations(owner, since, own);
    return found.map((delivery) => ({ cursor: delivery.id, run: runOf(delivery, spent) }));
  },
};

function shown({ id, name, agent, enabled, deliveries, last_at, last_status }: Hook) {
  return {
    id,
    kind: "hook" as const,
    name,
    agent,
    is_own: true,
    is_on: enabled,
    off_reason: null,
    occasion: { type: "trigger" as const, by: "request" as const },
    next_at: null,
    last:
      last_at === null || last_status === null
        ? null
        : { at: iso(last_at), state: STATES[last_status], reason: null },
    runs: deliveries,
    ...NOTHING_SPENT,
    page: `/hooks/${id}`,
  };
}

function runOf(
  { id, at, status, reason, conversation_id }: HookDelivery,
  spent: ReadonlyMap<string, Spending>,
) {
  return {
    id,
    at: iso(at),
    ended_at: null,
    state: STATES[status],
    reason,
    conversation_id,
    ...(spent.get(conversation_id ?? "") ?? NOTHING_SPENT),
  };
}
