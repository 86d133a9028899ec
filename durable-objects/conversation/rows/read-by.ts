/** Who reads what is said in a conversation, besides its owner. */
import { plainName } from "../../../src/domain/conversation/voices.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { Mirrors } from "./outgoing/mirrors.ts";
import { isOwnChat } from "./own-chat.ts";
import type { Store } from "./store.ts";

const MOST_NAMED = 3;

/**
 * In words that begin a sentence's middle: "Bob and Cleo", "everybody in this group". Undefined: nobody. `source`: where the turn
 * answers. Admins, who may read everything, are not counted.
 */
export function readBy(store: Store, source: Source): string | undefined {
  const told = [...peopleIn(store), ...placesOf(store, source)];
  return told.length === 0 ? store.meta.parent?.mandate?.read_by : listOf(told);
}

function peopleIn({ meta, members }: Store): string[] {
  const names = members
    .list()
    .filter(({ person }) => person !== meta.owner)
    .map(({ name }) => plainName(name) || "somebody");
  const more = names.length - MOST_NAMED;
  return more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names;
}

/** Where the answer goes, and where the conversation is shown as well. */
function placesOf(store: Store, source: Source): string[] {
  if (source.is_group) return ["everybody in this group"];
  const isGroup = new Mirrors(store.sql).besides(source).some(({ is_group }) => is_group);
  const isElsewhere = source.channel !== store.meta.channel && isOwnChat(store) === false;
  return isGroup || isElsewhere ? ["everybody in its chat"] : [];
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
