/** Whether only the conversation's owner reads unasked messages in its chat. */
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import { turns } from "./schema/talk.ts";
import type { Store } from "./store.ts";

/** Number of turns to examine, since turns that no person began do not tell who is there. */
const MOST = 50;

/** True when the owner wrote last in the chat and it is no group. Null: the conversation has no chat. */
export function isPrivateChat(
  { meta, sql }: Pick<Store, "meta" | "sql">,
  kinds: ChannelKinds,
): boolean | null {
  const { carried, peers } = kinds[meta.channel];
  if (!carried || peers === "agents") return null;
  const there = "WHERE json_extract(source, '$.channel') = ? ORDER BY id DESC LIMIT ?";
  const newest = sql.pick({ of: turns, columns: ["source", "actor"] }, there, meta.channel, MOST);
  const last = newest.find(({ actor }) => actor !== null);
  return last?.actor?.person === meta.owner && last.source.is_group !== true;
}
