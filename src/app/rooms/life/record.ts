/** A visit's record: for the lists in D1, and for the host's memory once it is over. */
import type { Store } from "../../../../durable-objects/conversation/rows/store.ts";
import { type Message, textOf } from "../../../domain/message.ts";
import { firstAndLast } from "../../../domain/visit/first-and-last.ts";
import { isClosed, type RememberedSaying, type Visit } from "../../../domain/visit.ts";
import type { VisitRecord } from "../../../rooms/ports.ts";

/** Far more than any visit has. */
const MOST_MESSAGES = 1_000;

export function recordOf(store: Store, visit: Visit): VisitRecord {
  const { conversation_id, owner } = store.meta;
  const { start, status, started_at, ended_at, message_count, crisis } = visit;
  return {
    id: conversation_id,
    room: start.room.slug,
    owner,
    status,
    started_at,
    ended_at,
    message_count,
    kept: isClosed(status) ? rememberedOf(store, visit) : null,
    crisis,
  };
}

function rememberedOf({ meta, transcript }: Store, { start }: Visit): RememberedSaying[] {
  const branch = meta.head === null ? [] : transcript.branch(meta.head, MOST_MESSAGES).reverse();
  const said = branch.filter((message) => message.role !== "system" && textOf(message.parts).trim() !== "");
  return firstAndLast(said, start.room.host_memory).map(remembered);
}

function remembered({ role, agent, author, parts, created_at }: Message): RememberedSaying {
  const is_visitor = role === "user";
  return { speaker: (is_visitor ? author : agent) ?? "", is_visitor, text: textOf(parts), at: created_at };
}
