/**
 * Progress of work beside the conversation, as one message in its chat that is edited as the work goes on. Where messages
 * cannot be edited, nothing is shown.
 */
import { type Channels, type DeliveryResult, portOf } from "../../../../src/channels/channel.ts";
import type { ChannelKinds } from "../../../../src/channels/kinds.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import { Previews } from "../../rows/outgoing/previews.ts";
import { ShutPlaces } from "../../rows/outgoing/shut-places.ts";
import { editIntervalOf } from "./edit-interval.ts";
import { GrowingMessage, type MessageDeps } from "./message.ts";

export interface ShownProgress {
  /** Id of the work. */
  work: string;
  /** Chat where it was begun. */
  place: Source;
  text: string;
  /** The message stays as it is from now on. */
  is_over: boolean;
}

export interface ProgressDeps extends MessageDeps {
  kinds: ChannelKinds;
  channels: Channels;
}

const LAST_TRIES = 3;
const PAUSE_MS = 3_000;
const LONGEST_PAUSE_MS = 10_000;

/** Ends when it was tried. Rejects only when storage fails. */
export async function showProgress(
  deps: ProgressDeps,
  { work, place, text, is_over }: ShownProgress,
): Promise<void> {
  const { store, kinds, channels } = deps;
  const rows = new Previews(store.sql);
  const port = kinds[place.channel].carried ? portOf(channels, place) : undefined;
  const isShut = new ShutPlaces(store.sql).reasonAt(place) !== undefined;
  if (!port?.edit || isShut || editIntervalOf(port.limits, place) === undefined) return;
  if (is_over && !rows.get(work)) return;
  const message = new GrowingMessage(deps, port, { id: work, source: place });
  const result = await message.show(text);
  if (!is_over) return;
  await tryAgain(deps, () => message.show(text), result);
  store.sql.transaction(() => rows.remove(work));
}

/** The last text is worth a few tries: it stays. */
async function tryAgain(
  { later }: ProgressDeps,
  show: () => Promise<DeliveryResult>,
  first: DeliveryResult,
): Promise<void> {
  let result = first;
  for (let tries = 1; tries < LAST_TRIES && result.status === "later"; tries += 1) {
    const ms = Math.min(result.retry_after_ms ?? PAUSE_MS, LONGEST_PAUSE_MS);
    await new Promise<void>((resolve) => later(resolve, ms));
    result = await show();
  }
}
