/** What is said in one place, as it is shown in the others: who asked what, and what was answered. */
import { type Channels, portOf } from "../../../src/channels/channel.ts";
import { CHANNELS } from "../../../src/channels/kinds.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { type Message, type Part, textOf } from "../../../src/domain/message.ts";
import type { Delivery } from "../rows/outgoing/deliveries.ts";
import type { Mirrors } from "../rows/outgoing/mirrors.ts";
import type { Store } from "../rows/store.ts";
import { type Draft, draftOfEnd, type Ended } from "./compose.ts";
import type { OutboxPorts } from "./ports.ts";

export interface Mirrored {
  asked: readonly Message[];
  answer: Message;
  outcome: Ended;
}

export interface MirrorDeps {
  mirrors: Pick<Mirrors, "besides">;
  channels: Channels;
}

/** For each other place where the conversation is shown. None of what the system says, or of what no people read. */
export function draftsElsewhere(
  { mirrors, channels }: MirrorDeps,
  source: Source,
  { asked, answer, outcome }: Mirrored,
): (Draft & { target: Source })[] {
  if (CHANNELS[source.channel].peers !== "people" || source.channel === "system") return [];
  const parts = mirrored(asked, answer.parts, source);
  return mirrors.besides(source).flatMap((target) => {
    const draft = draftOfEnd({ parts, covered: 0, port: portOf(channels, target) }, outcome);
    return draft ? [{ ...draft, target }] : [];
  });
}

/** More of a question is read where it was asked. */
const MOST_ASKED = 1_000;

/** The answer below what it answers. `source`: where that was said. */
export function mirrored(asked: readonly Message[], answer: readonly Part[], source: Source): Part[] {
  const { label } = CHANNELS[source.channel];
  const quotes = asked.flatMap(({ parts, author = source.sender_name ?? "Somebody" }) => {
    const words = textOf(parts).trim();
    if (words === "") return [];
    const shown = words.length > MOST_ASKED ? `${words.slice(0, MOST_ASKED).toWellFormed()}…` : words;
    return [`**${author}**, in ${label}:\n\n${shown.replaceAll(/^/gm, "> ")}`];
  });
  const head: Part[] = quotes.length === 0 ? [] : [{ type: "text", text: quotes.join("\n\n") }];
  return [...head, ...answer];
}

/** What is shown elsewhere ends where that place leads to another conversation by now. Never rejects. */
export async function leadsElsewhere(
  { store, leadsHere }: Pick<OutboxPorts, "leadsHere"> & { store: Store },
  { kind, target }: Delivery,
): Promise<boolean> {
  if (kind !== "mirror" || !leadsHere) return false;
  return !(await leadsHere(store.meta.conversation_id, target));
}
