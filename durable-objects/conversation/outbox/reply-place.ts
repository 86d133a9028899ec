/** Where the conversation lives, when that is a chat channel: what is said unasked is carried there. */
import { CHANNELS } from "../../../src/channels/kinds.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { turns } from "../rows/schema/talk.ts";
import type { Store } from "../rows/store.ts";

/** The place of its newest message on its own channel; undefined when people come to the conversation themselves. */
export function replyPlaceOf({ meta, sql }: Store): Source | undefined {
  const { carried, peers } = CHANNELS[meta.channel];
  // Agents are told what comes of a task, and nothing else.
  if (!carried || peers === "agents") return undefined;
  const fromThere = "WHERE json_extract(source, '$.channel') = ? ORDER BY id DESC LIMIT 1";
  return sql.pick({ of: turns, columns: ["source"] }, fromThere, meta.channel)[0]?.source;
}
