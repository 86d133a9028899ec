/** Mirrors: an exchange in one place, shown in the conversation's other places. */
import { type Channels, portOf } from "../../../src/channels/channel.ts";
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { type Message, type Part, textOf } from "../../../src/domain/message.ts";
import type { Delivery } from "../rows/outgoing/deliveries.ts";
import type { Mirrors } from "../rows/outgoing/mirrors.ts";
import type { Store } from "../rows/store.ts";
import { type Draft, draftOfEnd, type FinalOutcome } from "./compose.ts";
import type { OutboxPorts } from "./ports.ts";

export interface MirroredExchange {
  questions: readonly Message[];
  answer: Message;
  outcome: FinalOutcome;
}

interface MirrorDeps {
  mirrors: Pick<Mirrors, "besides">;
  kinds: ChannelKinds;
  channels: Channels;
}

/**
 * One draft for each other place that mirrors the conversation. None for what the system says or for
 * exchanges with agents.
 */
export function draftsElsewhere(
  { mirrors, kinds, channels }: MirrorDeps,
  source: Source,
  { questions, answer, outcome }: MirroredExchange,
): (Draft & { target: Source })[] {
  const { peers, label } = kinds[source.channel];
  if (peers !== "people" || source.channel === "system") return [];
  const parts = [...quotesOf(questions, source, label), ...answer.parts];
  return mirrors.besides(source).flatMap((target) => {
    const { language } = target;
    const draft = draftOfEnd({ parts, deliveredSoFar: 0, port: portOf(channels, target), language }, outcome);
    return draft ? [{ ...draft, target }] : [];
  });
}

/** Limit of a quoted question; the rest is read where it was asked. */
const MOST_ASKED = 1_000;

/** The messages that the answer replies to, quoted above it. `label`: the name of the channel they came by. */
function quotesOf(questions: readonly Message[], source: Source, label: string): Part[] {
  const quotes = questions.flatMap(({ parts, author = source.sender_name ?? "Somebody" }) => {
    const words = textOf(parts).trim();
    if (words === "") return [];
    const shown = words.length > MOST_ASKED ? `${words.slice(0, MOST_ASKED).toWellFormed()}…` : words;
    return [`**${author}**, in ${label}:\n\n${shown.replaceAll(/^/gm, "> ")}`];
  });
  return quotes.length === 0 ? [] : [{ type: "text", text: quotes.join("\n\n") }];
}

/** Whether a mirror's place now leads to another conversation, so that the mirror ends. Never rejects. */
export async function leadsElsewhere(
  { store, leadsHere }: Pick<OutboxPorts, "leadsHere"> & { store: Store },
  { kind, target }: Delivery,
): Promise<boolean> {
  if (kind !== "mirror") return false;
  return !(await leadsHere(store.meta.conversation_id, target));
}
