/** Words to a place that are no conversation's: one try, since whoever misses them asks again. */
import { type Channels, portOf } from "../channels/channel.ts";
import { trustId } from "../domain/ids.ts";
import type { Source } from "../domain/inbound.ts";
import type { Log } from "../observability/log-port.ts";
import { FIRST_PERSON } from "../people/person.ts";

const TIMEOUT_MS = 10_000;
/** Ports ask whose conversation it is that speaks: none is. */
const NOBODYS = { conversation_id: trustId<"cnv">("cnv_none00"), owner: FIRST_PERSON };

export async function plainMessage(
  { channels, log }: { channels: Channels; log: Log },
  to: Source,
  markdown: string,
): Promise<void> {
  const port = portOf(channels, to);
  if (!port) return;
  const key = `plain:${crypto.randomUUID()}`;
  const chunk = { type: "text", text: markdown } as const;
  const sent = await port.deliver({ chunk, from: NOBODYS, to, key }, AbortSignal.timeout(TIMEOUT_MS));
  if (sent.status !== "sent")
    log.warn("plain_message_failed", { channel: to.channel, problem: `${sent.status}: ${sent.reason}` });
}
