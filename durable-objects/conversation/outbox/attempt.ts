/** One attempt to send one chunk, as a new message or into the preview. */
import type { ChannelPort, DeliveryResult } from "../../../src/channels/channel.ts";
import { within } from "../../../src/domain/time/deadline.ts";
import { inFreeTime, type Later } from "../../../src/domain/time/later.ts";
import type { Delivery } from "../rows/outgoing/deliveries.ts";
import type { Store } from "../rows/store.ts";
import { NOT_SPOKEN, type Recordings } from "./recordings.ts";
import { grownInto, keyOf } from "./steps/steps.ts";

const SEND_TIMEOUT_MS = 30_000;

interface AttemptDeps {
  store: Store;
  later: Later;
  recordings: Recordings;
}

/** A channel that throws or never answers, against its contract, leaves the outcome unknown. */
export async function attempt(
  { store, later, recordings }: AttemptDeps,
  port: ChannelPort,
  delivery: Delivery,
): Promise<DeliveryResult> {
  const chunk = delivery.chunks[delivery.sent];
  if (!chunk) return { status: "failed", reason: "Part of it is missing here." };
  const bounds = { ms: SEND_TIMEOUT_MS, later: inFreeTime(later) };
  try {
    const result = await within(bounds, (signal) =>
      carried({ store, port, delivery, recordings }, chunk, signal),
    );
    return result.status === "ready" ? result.value : NO_ANSWER;
  } catch (problem) {
    return { status: "unknown", reason: `The channel broke off: ${String(problem)}.` };
  }
}

interface Carrying {
  store: Store;
  port: ChannelPort;
  delivery: Delivery;
  recordings: Recordings;
}

async function carried(
  { store, port, delivery, recordings }: Carrying,
  chunk: Delivery["chunks"][number],
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const platform_id = grownInto(delivery);
  const { target: to } = delivery;
  if (platform_id !== undefined && chunk.type === "text")
    return port.edit?.({ to, platform_id, chunk }, signal) ?? CANNOT_EDIT;
  const { conversation_id, owner } = store.meta;
  const outgoing = { from: { conversation_id, owner }, to, key: keyOf(delivery) };
  if (chunk.type !== "speech") return port.deliver({ ...outgoing, chunk }, signal);
  const media = await recordings.of(delivery, { speech: chunk, owner, conversation_id }, signal);
  return media ? port.deliver({ ...outgoing, chunk: { type: "media", media } }, signal) : NOT_SPOKEN;
}

/** The channel could edit when the message was posted. */
const CANNOT_EDIT: DeliveryResult = { status: "failed", reason: "Messages cannot be changed there." };

const NO_ANSWER: DeliveryResult = {
  status: "unknown",
  reason: `The platform did not answer within ${SEND_TIMEOUT_MS / 1_000} s.`,
};
