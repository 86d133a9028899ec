/** Messages as a tree: parent_id makes branches, and an edit never overwrites anything. */
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Message, Role } from "../../../src/domain/message.ts";
import type { Row } from "../../sql/sql.ts";
import { decodeRow, encodeRow, type NewRow, type RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { messages } from "./schema/talk.ts";

/** Number of newest messages that stay in memory: work after an answer reads them again and again. */
const RECENT = 4;
const RECENT_LENGTH = 16_384;

/** Messages per read. */
const RUN = 200;

type MessageRow = RowOf<typeof messages>;

const AMONG = "WHERE id IN (SELECT value FROM json_each(?))";

/** Ancestors of a message with their size, without their text: a token is about four bytes. */
const WEIGHTS = `WITH RECURSIVE branch (id, depth) AS (
    SELECT ?, 0
    UNION ALL
    SELECT m.parent_id, depth + 1 FROM branch JOIN messages m ON m.id = branch.id
    WHERE m.parent_id IS NOT NULL AND depth < ?)
  SELECT m.id, m.parent_id, m.role, m.turn_id, length(CAST(m.parts AS BLOB)) / 4 + 8 AS tokens
  FROM branch JOIN messages m ON m.id = branch.id ORDER BY branch.depth`;

/** Descends from a message, always to the newest child. */
const NEWEST_LEAF = `WITH RECURSIVE down (id, depth) AS (
    SELECT ?, 0
    UNION ALL
    SELECT (SELECT MAX(m.id) FROM messages m WHERE m.parent_id = down.id), depth + 1 FROM down
    WHERE EXISTS (SELECT 1 FROM messages m WHERE m.parent_id = down.id))
  SELECT id FROM down ORDER BY depth DESC LIMIT 1`;

interface WeightRow extends Row {
  id: MessageId;
  parent_id: MessageId | null;
  role: Role;
  /** Null: copied from another conversation. */
  turn_id: TurnId | null;
  /** Estimated. */
  tokens: number;
}

export class Transcript {
  private readonly sql: Tables;
  /** Oldest first. */
  private readonly recent = new Map<MessageId, Message>();

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** Drops the cached messages: a transaction was rolled back. */
  forget(): void {
    this.recent.clear();
  }

  /** Inserts, or replaces: the partial answer of a parked turn, or a message that has moved. */
  put(message: Message, turn_id: TurnId | null): void {
    const stored = encodeRow(messages, rowOf(message, turn_id));
    this.sql.putStored(messages, stored);
    // Decoded from the stored form, so that it equals a message read from storage.
    this.remember(messageOf(decodeRow(messages, { ...stored })), String(stored.parts).length);
  }

  private remember(message: Message, length: number): void {
    this.recent.delete(message.id);
    if (length <= RECENT_LENGTH) this.recent.set(message.id, message);
    const [oldest] = this.recent.keys();
    if (this.recent.size > RECENT && oldest !== undefined) this.recent.delete(oldest);
  }

  get(id: MessageId): Message | undefined {
    const recent = this.recent.get(id);
    if (recent) return recent;
    const [row] = this.sql.rows(messages, "WHERE id = ?", id);
    return row && messageOf(row);
  }

  /** The messages with these ids that exist. */
  among(ids: readonly MessageId[]): Map<MessageId, Message> {
    const found = new Map<MessageId, Message>();
    for (const id of ids) {
      const message = this.recent.get(id);
      if (message) found.set(id, message);
    }
    const others = ids.filter((id) => !found.has(id));
    const rows = others.length === 0 ? [] : this.sql.rows(messages, AMONG, JSON.stringify(others));
    for (const row of rows) found.set(row.id, messageOf(row));
    return found;
  }

  /** Removes a message; its children move to its parent. */
  remove(id: MessageId, heir: MessageId | null): void {
    this.sql.update({ of: messages, set: { parent_id: heir } }, "WHERE parent_id = ?", id);
    this.sql.remove(messages, "WHERE id = ?", id);
    this.recent.clear();
  }

  has(id: MessageId): boolean {
    return this.sql.number({ of: messages, is: "1" }, "WHERE id = ?", id) !== null;
  }

  /** Messages from `leaf` towards the root, newest first, at most `limit`. */
  branch(leaf: MessageId, limit: number): Message[] {
    const found: Message[] = [];
    for (let next: MessageId | null = leaf; next !== null && found.length < limit; ) {
      const recent = this.recent.get(next);
      if (recent) {
        found.push(recent);
        next = recent.parent_id;
        continue;
      }
      const before = found.length;
      next = this.follow(next, limit - before, found);
      if (found.length === before) break;
    }
    return found;
  }

  /**
   * A child is made after its parent, so most of a branch is contiguous: one read in id order, skipping
   * messages of other branches. Returns where the branch goes on.
   */
  private follow(from: MessageId, limit: number, found: Message[]): MessageId | null {
    const rows = this.sql.rows(
      messages,
      "WHERE id <= ? ORDER BY id DESC LIMIT ?",
      from,
      Math.min(limit, RUN),
    );
    let next: MessageId | null = from;
    for (const row of rows) {
      if (row.id !== next) continue;
      found.push(messageOf(row));
      next = row.parent_id;
    }
    return next;
  }

  /** Like `branch`, without the text. */
  weights(leaf: MessageId, limit: number): WeightRow[] {
    return this.sql.all<WeightRow>(WEIGHTS, leaf, limit - 1);
  }

  /** Ids from `leaf` towards the root, itself first, at most `limit`. */
  ancestors(leaf: MessageId, limit: number): MessageId[] {
    return this.weights(leaf, limit).map(({ id }) => id);
  }

  /** All messages before `before` on any branch, newest first. Ids sort by creation time. */
  recorded(before: MessageId | null, limit: number): { message: Message; turn_id: TurnId | null }[] {
    const rows =
      before === null
        ? this.sql.rows(messages, "ORDER BY id DESC LIMIT ?", limit)
        : this.sql.rows(messages, "WHERE id < ? ORDER BY id DESC LIMIT ?", before, limit);
    return rows.map((row) => ({ message: messageOf(row), turn_id: row.turn_id }));
  }

  /** Null also for a message that was copied here or does not exist. */
  turnOf(id: MessageId): TurnId | null {
    return this.sql.pick({ of: messages, columns: ["turn_id"] }, "WHERE id = ?", id)[0]?.turn_id ?? null;
  }

  /** Ids of its direct children, oldest first. */
  childrenOf(id: MessageId): MessageId[] {
    const children = this.sql.pick({ of: messages, columns: ["id"] }, "WHERE parent_id = ? ORDER BY id", id);
    return children.map((row) => row.id);
  }

  /** Ids of the alternatives at this place of the tree, oldest first, itself included. */
  siblings(message: Message): MessageId[] {
    const { parent_id, role } = message;
    const alike = "WHERE parent_id IS ? AND role = ? ORDER BY id";
    return this.sql.pick({ of: messages, columns: ["id"] }, alike, parent_id, role).map(({ id }) => id);
  }

  /** The newest message below this one, following the newest child: where a switch of branch leads. */
  newestLeaf(id: MessageId): MessageId {
    return this.sql.all<{ id: MessageId }>(NEWEST_LEAF, id)[0]?.id ?? id;
  }
}

function rowOf(message: Message, turn_id: TurnId | null): NewRow<typeof messages> {
  return { ...message, created_at: Date.parse(message.created_at), turn_id };
}

function messageOf(row: MessageRow): Message {
  const { id, parent_id, role, parts, status } = row;
  const created_at = new Date(row.created_at).toISOString();
  const message: Message = { id, parent_id, role, parts, status, created_at };
  if (row.agent !== null) message.agent = row.agent;
  if (row.author !== null) message.author = row.author;
  if (row.author_id !== null) message.author_id = row.author_id;
  if (row.usage !== null) message.usage = row.usage;
  if (row.cost_usd !== null) message.cost_usd = row.cost_usd;
  if (row.trust !== null) message.trust = row.trust;
  if (row.model !== null) message.model = row.model;
  if (row.duration_ms !== null) message.duration_ms = row.duration_ms;
  if (row.recalled !== null) message.recalled = row.recalled;
  if (row.quotes_none === true) message.quotes_none = true;
  return message;
}
