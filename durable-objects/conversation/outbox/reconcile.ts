/**
 * Before a text that may have arrived is sent again, looks for it on platforms that let a bot read its chats.
 */
import type { ChannelPort } from "../../../src/channels/channel.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import type { Delivery } from "../rows/outgoing/deliveries.ts";
import type { OutboxPaces } from "./ports.ts";
import { look } from "./preview/look.ts";
import { applyPostResult } from "./preview/takeover.ts";
import { applyAttempt, keyOf, markNotArrived, notYet } from "./steps/steps.ts";

interface ReconcileDeps {
  later: Later;
  now(): number;
  paces: OutboxPaces;
}

/** The delivery's next state: its next text is acknowledged, free to be sent, waiting, or still in doubt. */
export async function reconcileDelivery(
  { later, now, paces }: ReconcileDeps,
  port: ChannelPort,
  delivery: Delivery,
): Promise<Delivery> {
  const { target: to, doubt_at: since, grown } = delivery;
  const isText = delivery.chunks[delivery.sent]?.type === "text";
  if (!port.find || !isText || since === null) return delivery;
  const found = await look(later, port, { to, key: keyOf(delivery), since });
  const context = { now: now(), limits: port.limits, paces };
  switch (found.status) {
    case "there": {
      const result = { status: "sent", platform_id: found.platform_id } as const;
      return grown?.state === "begun"
        ? applyPostResult(delivery, result)
        : applyAttempt(delivery, result, context);
    }
    case "missing":
      return markNotArrived(delivery);
    case "later":
      return notYet(delivery, found, context);
    case "unknown":
      return delivery;
  }
}
