/** Whether what is said unasked in a chat is read by the conversation's owner, and by nobody else. */
import { CHANNELS } from "../../../src/channels/kinds.ts";
import { turns } from "./schema/talk.ts";
import type { Store } from "./store.ts";

/** Turns that are looked at: those that no person began say nothing of who is there. */
const MOST = 50;

/** They wrote last in the chat, and it is no group. Null: the conversation lives in no chat. */
export function isOwnChat({ meta, sql }: Pick<Store, "meta" | "sql">): boolean | null {
  const { carried, peers } = CHANNELS[meta.channel];
  if (!carried || peers === "agents") return null;
  const there = "WHERE json_extract(source, '$.channel') = ? ORDER BY id DESC LIMIT ?";
  const newest = sql.pick({ of: turns, columns: ["source", "actor"] }, there, meta.channel, MOST);
  const last = newest.find(({ actor }) => actor !== null);
  return last?.actor?.person === meta.owner && last.source.is_group !== true;
}
