/** Renames a conversation whose title repeats a deleted message, from the words that remain. */
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { Message } from "../../../src/domain/message.ts";
import { titleOf } from "../inbox/acceptance/title.ts";
import type { Erasure } from "../rows/schema/stored-json.ts";
import type { Store } from "../rows/store.ts";

/** To be called before the message is removed: the titles that its words gave the conversation. */
export function titlesFrom(store: Store, message: Message): Pick<Erasure, "title" | "name"> {
  const { meta } = store;
  const words = message.role === "user" ? titleOf(message) : "";
  const isNamed = meta.title_by === "model" && meta.title !== "" && isFirst(store, message);
  return { title: words === "" ? null : words, ...(isNamed && { name: meta.title }) };
}

/** To be called after the removal: drops a title that the remaining first words make as well, since it may stay. */
export function titlesLeft(store: Store, { title }: Pick<Erasure, "title">): Pick<Erasure, "title"> {
  return { title: title !== null && title === firstWords(store) ? null : title };
}

/**
 * To be called after the removal: sets the title to the first remaining words, or none. Returns the event, if
 * the title changes.
 */
export function retitleAfterDeletion(
  { meta, transcript, log }: Store,
  { title, name }: Pick<Erasure, "title" | "name">,
  now: number,
): NightjarEvent[] {
  if (meta.title === "" || (meta.title !== title && meta.title !== name)) return [];
  meta.title = firstWords({ meta, transcript });
  meta.title_by = "words";
  return [log.append({ type: "title", title: meta.title }, null, now)];
}

/** A title from a person's first message on the active branch; empty when there is none. */
function firstWords({ meta, transcript }: Pick<Store, "meta" | "transcript">): string {
  if (meta.head === null) return "";
  const said = transcript.weights(meta.head, meta.message_count).filter(({ role }) => role === "user");
  for (const { id } of said.reverse()) {
    const message = transcript.get(id);
    const words = message ? titleOf(message) : "";
    if (words !== "") return words;
  }
  return "";
}

/** A model names a conversation by the first question and the first answer. */
function isFirst({ transcript, meta }: Store, { id, role }: Message): boolean {
  const above = transcript.weights(id, meta.message_count).slice(1);
  return !above.some((other) => other.role === role);
}
