/** Sends a text that belongs to no conversation to a place: one try each. */
import { type Channels, portOf } from "../../../channels/channel.ts";
import { splitText } from "../../../channels/split.ts";
import { trustId } from "../../../domain/ids.ts";
import type { Source } from "../../../domain/inbound.ts";
import type { Log } from "../../../observability/log-port.ts";
import { FIRST_PERSON } from "../../../people/person.ts";

const TIMEOUT_MS = 10_000;
/** Ports ask which conversation speaks, and here it is none. */
const NOBODYS = { conversation_id: trustId<"cnv">("cnv_none00"), owner: FIRST_PERSON };

/** `key` is an idempotency key: the same each time this very text is sent. */
interface PlainWords {
  markdown: string;
  key: string;
}

/**
 * Sends as many messages as the platform needs; after a refused one the rest is left out. Never rejects. `later`: nothing
 * was accepted, and another try may succeed.
 */
export async function plainMessage(
  { channels, log }: { channels: Channels; log: Log },
  to: Source,
  { markdown, key }: PlainWords,
): Promise<"sent" | "later" | "given_up"> {
  await channels.ready?.(to.channel, to.account);
  const port = portOf(channels, to);
  if (!port) return "given_up";
  const measure = { limit: port.limits.text_length, length: (part: string) => port.render(part).length };
  for (const [index, text] of splitText(markdown, measure).entries()) {
    const outgoing = { chunk: { type: "text", text }, from: NOBODYS, to, key: `${key}:${index}` } as const;
    const sent = await port.deliver(outgoing, AbortSignal.timeout(TIMEOUT_MS));
    if (sent.status === "sent") continue;
    log.warn("plain_message_failed", { channel: to.channel, problem: `${sent.status}: ${sent.reason}` });
    return sent.status === "later" && index === 0 ? "later" : "given_up";
  }
  return "sent";
}
