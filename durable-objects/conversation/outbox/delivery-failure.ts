/** A delivery that counted as sent until the platform reported that it did not arrive. */
import { type Channels, type DeliveryFailure, portOf } from "../../../src/channels/channel.ts";
import type { Delivery } from "../rows/outgoing/deliveries.ts";
import { deliveries } from "../rows/schema/outgoing.ts";
import type { Store } from "../rows/store.ts";
import { draftOfUnasked } from "./compose.ts";
import { speakerIn } from "./speaker.ts";

/**
 * The failed delivery; undefined when no sent one matches. Its text is composed again, so that it can be
 * retried.
 */
export function applyDeliveryFailure(
  { sql, transcript, visits }: Pick<Store, "sql" | "transcript" | "visits">,
  { platform_id, thread, reason }: DeliveryFailure,
  { channels, now }: { channels: Channels; now: number },
): Delivery | undefined {
  if (sql.isEmpty(deliveries)) return undefined;
  const has =
    "WHERE EXISTS (SELECT 1 FROM json_each(platform_ids) WHERE value = ?) ORDER BY id DESC LIMIT 20";
  const found = sql.rows(deliveries, has, platform_id).find(({ target }) => target.thread === thread);
  if (found?.status !== "sent") return undefined;
  const message = transcript.get(found.message_id);
  const { language } = found.target;
  const speaker = speakerIn({ visits }, message?.agent ?? "");
  const saying = { parts: message?.parts ?? [], port: portOf(channels, found.target), speaker, language };
  const chunks = draftOfUnasked(saying)?.chunks ?? [];
  const again = { chunks, chunk_count: chunks.length, sent: 0, platform_ids: [] };
  return { ...found, ...(chunks.length > 0 && again), status: "failed", reason, settled_at: now };
}
