/** When a growing message may be changed again. */
import type { ChannelLimits, Delivered } from "../../../../src/channels/channel.ts";
import type { Source } from "../../../../src/domain/inbound.ts";

/** A platform that says that it is too much, and not for how long. */
const AFTER_TOO_MUCH = 4;

/** In ms; undefined: an answer is sent there when it is whole. */
export function paceOf({ edit_every_ms }: ChannelLimits, { is_group }: Source): number | undefined {
  return is_group ? edit_every_ms?.group : edit_every_ms?.direct;
}

/** In ms; undefined: it is left as it is until the answer is whole. */
export function pauseAfter(result: Delivered, every: number): number | undefined {
  if (result.status === "sent") return every;
  if (result.status !== "later") return undefined;
  return Math.max(result.retry_after_ms ?? every * AFTER_TOO_MUCH, every);
}
