/**
 * Shows on the platform that an answer is being written. In memory only, and beside the turn: nobody waits for it, a failure
 * is no loss, and a turn that goes on in a later life of the object shows it again.
 */
import { type Channels, portOf } from "../../../src/channels/channel.ts";
import { CHANNELS } from "../../../src/channels/kinds.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Later } from "../../../src/domain/time/later.ts";

const TRY_MS = 5_000;
/** Of the time that the platform shows it: shown again before it runs out. */
const SHARE = 0.8;

/** Until its result is called; where nothing is carried or nothing can be shown, that does nothing. */
export function showTyping(deps: { channels: Channels; later: Later }, to: Source): () => void {
  const port = CHANNELS[to.channel].carried ? portOf(deps.channels, to) : undefined;
  const lasts = port?.limits.typing_ms;
  if (!port?.typing || lasts === undefined) return () => {};
  let cancel = () => {};
  const show = () => {
    void port.typing?.(to, AbortSignal.timeout(TRY_MS)).catch(() => {});
    cancel = deps.later(show, lasts * SHARE);
  };
  show();
  return () => cancel();
}
