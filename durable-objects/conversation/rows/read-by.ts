/** Readers of a conversation other than its owner. */
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import { plainName } from "../../../src/domain/conversation/voices.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { Mirrors } from "./outgoing/mirrors.ts";
import { isPrivateChat } from "./private-chat.ts";
import type { Store } from "./store.ts";

const MOST_NAMED = 3;

/**
 * The readers, phrased for the middle of a sentence: "Bob and Cleo", "everybody in this group". Undefined when there
 * are none. `source`: where the turn answers. Admins, who may read everything, are not counted.
 */
export function readBy(store: Store, source: Source, kinds: ChannelKinds): string | undefined {
  const readers = [...peopleIn(store), ...placesOf(store, source, kinds)];
  return readers.length === 0 ? store.meta.parent?.mandate?.read_by : listOf(readers);
}

function peopleIn({ meta, members }: Store): string[] {
  const names = members
    .list()
    .filter(({ person }) => person !== meta.owner)
    .map(({ name }) => plainName(name) || "somebody");
  const more = names.length - MOST_NAMED;
  return more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names;
}

/** Readers in the place of the answer and in the conversation's other places. */
function placesOf(store: Store, source: Source, kinds: ChannelKinds): string[] {
  if (source.is_group) return ["everybody in this group"];
  const isGroup = new Mirrors(store.sql).besides(source).some(({ is_group }) => is_group);
  const isElsewhere = source.channel !== store.meta.channel && isPrivateChat(store, kinds) === false;
  return isGroup || isElsewhere ? ["everybody in its chat"] : [];
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
