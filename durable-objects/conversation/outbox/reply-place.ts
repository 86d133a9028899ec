/** Where people write to a conversation, when that is in a chat: what is said unasked is carried there. */
import { CHANNELS } from "../../../src/channels/kinds.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { ShutPlaces } from "../rows/outgoing/shut-places.ts";
import { turns } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";

const CARRIED = Object.values(CHANNELS)
  .filter(({ carried, peers }) => carried && peers === "people")
  .map(({ name }) => name);

/** Turns that are looked at where the newest place is shut. */
const MOST = 200;

/**
 * The place of the newest message from any chat that is open, or else from one that opens when they write; undefined when people come to the conversation themselves. Those
 * who read it in the app see what is said unasked there too.
 */
export function replyPlaceOf({ meta, sql }: Pick<Store, "meta" | "sql">): Source | undefined {
  // Agents are told what comes of a task, and nothing else.
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
