/**
 * Words of the message that somebody replies to, where the platform gives its id alone: the person sees them in their
 * own bubble.
 */
import { isTainted } from "../../../../src/agent/context/context.ts";
import { BEFORE, ownWordsBefore, quotesOf } from "../../../../src/channels/brought.ts";
import type { Source, UserMessage } from "../../../../src/domain/inbound.ts";
import { isQuote, type Message, type TextPart } from "../../../../src/domain/message.ts";
import { tailOf } from "../../rows/branch.ts";
import type { Store } from "../../rows/store.ts";
import { deliveredAs } from "./replied-agent.ts";

const OUR_WORDS = "what you said, replied to";

/** The message with those words before its own. The newest message needs no words: everybody has it in sight. */
export function withRepliedWords(store: Store, inbound: UserMessage): UserMessage {
  const { reply_to, source, parts } = inbound;
  if (reply_to === undefined || reply_to.startsWith("msg_") || parts.some(isBrought)) return inbound;
  const replied = deliveredMessage(store, reply_to, source) ?? writtenMessage(store, reply_to, source);
  if (!replied || replied.id === tailOf(store)) return inbound;
  return { ...inbound, parts: [...wordsOf(replied), ...parts] };
}

function isBrought(part: UserMessage["parts"][number]): boolean {
  return isQuote(part) || (part.type === "text" && part.text.startsWith(BEFORE));
}

function deliveredMessage(store: Store, reply_to: string, { thread }: Source): Message | undefined {
  const id = deliveredAs(store, reply_to, thread);
  return id === undefined ? undefined : store.transcript.get(id);
}

/** A message of the person is known by its idempotency key. */
function writtenMessage(store: Store, reply_to: string, { channel, thread }: Source): Message | undefined {
  for (const key of [`${channel}:${reply_to}`, `${channel}:${thread}:${reply_to}`]) {
    const id = store.inputs.get(key)?.message_id;
    if (id) return store.transcript.get(id);
  }
  return undefined;
}

function wordsOf(replied: Message): TextPart[] {
  const text = replied.parts
    .flatMap((part) => {
      if (part.type === "text") return isQuote(part) || part.text.startsWith(BEFORE) ? [] : [part.text];
      return "file_id" in part ? [`[${part.type}: ${part.name ?? "unnamed"}]`] : [];
    })
    .join("\n");
  if (replied.role === "user") return ownWordsBefore(text);
  if (isTainted(replied)) return quotesOf(text, OUR_WORDS);
  const words = quotesOf(text, OUR_WORDS).map((part) => part.text);
  return words.map((each) => ({ type: "text", text: `In reply to what you said before: ${each}\n` }));
}
