/** The place in a chat where people write to a conversation; unasked messages are delivered there. */
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import type { Channel, Source } from "../../../src/domain/inbound.ts";
import { ShutPlaces } from "../rows/outgoing/shut-places.ts";
import { turns } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";

/** Number of turns to examine when the newest place is shut. */
const MOST = 200;

/**
 * The place of the newest message from any open chat, or else from one that opens when somebody writes there;
 * undefined for a conversation without a chat. Readers in the app see unasked messages there too.
 */
export function replyPlaceOf(
  { meta, sql }: Pick<Store, "meta" | "sql">,
  kinds: ChannelKinds,
): Source | undefined {
  // Agents are told the outcome of a task, and nothing else.
  if (kinds[meta.channel].peers === "agents") return undefined;
  const shut = new ShutPlaces(sql);
  const chats = chatsAmong(kinds);
  const marks = chats.map(() => "?").join(", ");
  const fromThere = `WHERE json_extract(source, '$.channel') IN (${marks}) ORDER BY id DESC LIMIT ?`;
  const newest = sql.pick({ of: turns, columns: ["source"] }, fromThere, ...chats, shut.isEmpty ? 1 : MOST);
  const found =
    newest.find(({ source }) => shut.reasonAt(source) === undefined) ??
    newest.find(({ source }) => shut.closedFor(source) !== undefined);
  return found?.source;
}

function chatsAmong(kinds: ChannelKinds): Channel[] {
  return Object.values(kinds).flatMap(({ name, carried, peers }) =>
    carried && peers === "people" ? [name] : [],
  );
}
