/** Views of hooks and of their deliveries. */
import type { Hook, HookDelivery } from "../../../hooks/hook.ts";
import { iso } from "../../http/query.ts";

export function hookView(
  { owner: _, last_at, created_at, updated_at, ...hook }: Hook,
  mail_domain: string | undefined,
) {
  return {
    ...hook,
    mail_address: hook.mail === null || mail_domain === undefined ? null : `${hook.mail.name}@${mail_domain}`,
    path: `/api/v1/hooks/${hook.id}`,
    last_at: last_at === null ? null : iso(last_at),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  };
}

export function deliveryView(delivery: HookDelivery) {
  const { id, sender_id, status, reason, origin, size, excerpt, conversation_id, payload, at } = delivery;
  const is_kept = payload !== null;
  return { id, sender_id, status, reason, origin, size, excerpt, is_kept, conversation_id, at: iso(at) };
}
