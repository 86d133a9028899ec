/** The socket frame that answers a client's frame. */

import type { Receipt } from "../../domain/conversation/receipt.ts";
import type { ServerFrame } from "./wire.ts";

/** Undefined when there is nothing to say: the events tell the rest. */
export function frameOfReceipt(
  frame: { type: string; client_id?: string },
  receipt: Receipt,
): ServerFrame | undefined {
  const { client_id } = frame;
  if (receipt.status === "refused") {
    const refused: ServerFrame = { type: "refused", error: receipt.refusal, reason: receipt.reason };
    return client_id === undefined ? refused : { ...refused, client_id };
  }
  if (client_id === undefined) return undefined;
  const { message_id, turn_id, status } = receipt;
  return { type: "accepted", client_id, message_id, turn_id, duplicate: status === "duplicate" };
}
