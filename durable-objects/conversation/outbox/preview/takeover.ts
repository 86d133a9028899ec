/** Takeover of a preview by the delivery of its answer. */
import type { DeliveryResult } from "../../../../src/channels/channel.ts";
import type { Delivery, TakenOver } from "../../rows/outgoing/deliveries.ts";
import type { PreviewRow } from "../../rows/outgoing/previews.ts";

/**
 * The first text goes into the preview's message. When it is unknown whether that arrived, sending the text
 * counts as sending it again.
 */
export function takeover(row: PreviewRow, chunks: Delivery["chunks"]): Partial<TakenOver> {
  const { delivery_id: id, platform_id, doubts, doubt_at } = row;
  if (!chunks.some(({ type }) => type === "text")) return { id };
  if (platform_id !== null) return { id, grown: { state: "known", platform_id } };
  return chunks[0]?.type === "text" ? { id, grown: { state: "begun" }, doubts, doubt_at } : { id };
}

/** The preview's post has its outcome only after the takeover. */
export function applyPostResult(delivery: Delivery, result: DeliveryResult): Delivery {
  if (delivery.grown?.state !== "begun" || result.status === "unknown") return delivery;
  if (result.status !== "sent") return { ...delivery, grown: null, doubts: 0, doubt_at: null };
  const { platform_id } = result;
  if (platform_id === null) return delivery;
  return { ...delivery, grown: { state: "known", platform_id }, doubts: 0, doubt_at: null };
}

/**
 * Id of a preview's message that the answer does not use after all: it cannot be edited, or the delivery was
 * given up first.
 */
export function findAbandonedMessage(before: Delivery, after: Delivery): string | undefined {
  if (before.grown?.state !== "known" || after.sent > 0) return undefined;
  const isGivenUp = after.grown?.state === "gone" || after.status === "failed";
  return isGivenUp ? before.grown.platform_id : undefined;
}
