/** The place in a chat where people write to a conversation; unasked messages are delivered there. */
import { CHANNELS } from "../../../src/channels/kinds.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { ShutPlaces } from "../rows/outgoing/shut-places.ts";
import { turns } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";

const CARRIED = Object.values(CHANNELS)
  .filter(({ carried, peers }) => carried && peers === "people")
  .map(({ name }) => name);

/** Number of turns to examine when the newest place is shut. */
const MOST = 200;

/**
 * The place of the newest message from any open chat, or else from one that opens when somebody writes there;
 * undefined for a conversation without a chat. Readers in the app see unasked messages there too.
 */
export function replyPlaceOf({ meta, sql }: Pick<Store, "meta" | "sql">): Source | undefined {
  // Agents are told the outcome of a task, and nothing else.
  if (CHANNELS[meta.channel].peers === "agents") return undefined;
  const shut = new ShutPlaces(sql);
  const marks = CARRIED.map(() => "?").join(", ");
  const fromThere = `WHERE json_extract(source, '$.channel') IN (${marks}) ORDER BY id DESC LIMIT ?`;
  const newest = sql.pick({ of: turns, columns: ["source"] }, fromThere, ...CARRIED, shut.isEmpty ? 1 : MOST);
  const found =
    newest.find(({ source }) => shut.reasonAt(source) === undefined) ??
    newest.find(({ source }) => shut.closedFor(source) !== undefined);
  return found?.source;
}
