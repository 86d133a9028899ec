/** Where people write to a conversation, when that is in a chat: what is said unasked is carried there. */
import { CHANNELS } from "../../../src/channels/kinds.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { turns } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";

const CARRIED = Object.values(CHANNELS)
  .filter(({ carried, peers }) => carried && peers === "people")
  .map(({ name }) => name);

/**
 * The place of the newest message from any chat; undefined when people come to the conversation themselves. Those who read
 * it in the app see what is said unasked there too.
 */
export function replyPlaceOf({ meta, sql }: Store): Source | undefined {
  // Agents are told what comes of a task, and nothing else.
  if (CHANNELS[meta.channel].peers === "agents") return undefined;
  const marks = CARRIED.map(() => "?").join(", ");
  const fromThere = `WHERE json_extract(source, '$.channel') IN (${marks}) ORDER BY id DESC LIMIT 1`;
  return sql.pick({ of: turns, columns: ["source"] }, fromThere, ...CARRIED)[0]?.source;
}
