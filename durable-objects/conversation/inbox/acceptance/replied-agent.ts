/** A reply to an agent's message is answered by that agent, unless the sender names another. */
import { type MessageId, parseId } from "../../../../src/domain/ids.ts";
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import { deliveries } from "../../rows/schema/outgoing.ts";
import type { Store } from "../../rows/store.ts";

/**
 * The message with its agent filled in. A reply to a person's message, or to an unknown one, names nobody.
 */
export function withRepliedAgent(store: Store, inbound: UserMessage): UserMessage {
  const { agent, reply_to, source } = inbound;
  if (agent !== undefined || reply_to === undefined) return inbound;
  const id = parseId("msg", reply_to) ?? deliveredAs(store, reply_to, source.thread);
  const replied = id === undefined ? undefined : store.transcript.get(id)?.agent;
  return replied === undefined ? inbound : { ...inbound, agent: replied };
}

/** Finds a message by the platform's id of one of its chunks. */
export function deliveredAs(
  { sql }: Pick<Store, "sql">,
  platform_id: string,
  thread: string | undefined,
): MessageId | undefined {
  if (sql.isEmpty(deliveries)) return undefined;
  const chunks = { of: deliveries, columns: ["message_id", "target"] } as const;
  const has =
    "WHERE EXISTS (SELECT 1 FROM json_each(platform_ids) WHERE value = ?) ORDER BY id DESC LIMIT 20";
  return sql.pick(chunks, has, platform_id).find(({ target }) => target.thread === thread)?.message_id;
}
