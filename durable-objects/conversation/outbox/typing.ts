/**
 * Typing indicator on the platform while an answer is being written. It lives in memory, beside the turn:
 * nothing waits for it, a failure does no harm, and a resumed turn shows it again.
 */
import { type Channels, portOf } from "../../../src/channels/channel.ts";
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Later } from "../../../src/domain/time/later.ts";

const TRY_MS = 5_000;
/** Share of the platform's display time after which it is shown again. */
const SHARE = 0.8;

/**
 * Shown until the returned function is called. Does nothing on pull channels and on platforms without an
 * indicator.
 */
export function showTyping(
  { kinds, channels, later }: { kinds: ChannelKinds; channels: Channels; later: Later },
  to: Source,
): () => void {
  const port = kinds[to.channel].carried ? portOf(channels, to) : undefined;
  const lasts = port?.limits.typing_ms;
  if (!port?.typing || lasts === undefined) return () => {};
  let cancel = () => {};
  const show = () => {
    void port.typing?.(to, AbortSignal.timeout(TRY_MS)).catch(() => {});
    cancel = later(show, lasts * SHARE);
  };
  show();
  return () => cancel();
}
