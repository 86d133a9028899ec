/** Throttle for edits of a preview. */
import type { ChannelLimits, DeliveryResult } from "../../../../src/channels/channel.ts";
import type { Source } from "../../../../src/domain/inbound.ts";

/** Factor on the pause after a platform's rate limit without a retry time. */
const AFTER_TOO_MUCH = 4;

/** Interval in ms; undefined: answers are sent only once complete. */
export function editIntervalOf({ edit_every_ms }: ChannelLimits, { is_group }: Source): number | undefined {
  return is_group ? edit_every_ms?.group : edit_every_ms?.direct;
}

/** Pause in ms; undefined: the preview stays as it is until the answer is complete. */
export function editBackoffAfter(result: DeliveryResult, every: number): number | undefined {
  if (result.status === "sent") return every;
  if (result.status !== "later") return undefined;
  return Math.max(result.retry_after_ms ?? every * AFTER_TOO_MUCH, every);
}
