/** Messages as a tree: parent_id makes branches, and nothing is ever overwritten by an edit. */
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Message, MessageStatus, Part, Role, Usage } from "../../../src/domain/message.ts";
import { putRow } from "../sql/held-commit.ts";
import type { Row, Sql } from "../sql/sql.ts";

/** Local workerd does not enforce the platform's 2 MB a row, so this guard does. */
export const MAX_MESSAGE_BYTES = 1_500_000;

/** Messages that were written last and stay in memory: what follows an answer reads them again and again. */
const RECENT = 4;
const RECENT_LENGTH = 16_384;

/** Messages that are read at once. */
const RUN = 200;

interface MessageRow extends Row {
  id: MessageId;
  parent_id: MessageId | null;
  role: Role;
  agent: string | null;
  author: string | null;
  parts: string;
  status: MessageStatus;
  created_at: number;
  usage: string | null;
  cost_usd: number | null;
  turn_id: TurnId | null;
}

const AMONG = "SELECT * FROM messages WHERE id IN (SELECT value FROM json_each(?))";

/** From a message towards the root, weighed and not read: a token is about four bytes. */
const WEIGHTS = `WITH RECURSIVE branch (id, depth) AS (
    SELECT ?, 0
    UNION ALL
    SELECT m.parent_id, depth + 1 FROM branch JOIN messages m ON m.id = branch.id
    WHERE m.parent_id IS NOT NULL AND depth < ?)
  SELECT m.id, m.parent_id, m.role, m.turn_id, length(CAST(m.parts AS BLOB)) / 4 + 8 AS tokens
  FROM branch JOIN messages m ON m.id = branch.id ORDER BY branch.depth`;

/** Down from a message, always to the newest child. */
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
  private readonly sql: Sql;
  /** Oldest first. */
  private readonly recent = new Map<MessageId, Message>();

  constructor(sql: Sql) {
    this.sql = sql;
  }

  /** What is held may not be what is stored: a transaction was undone. */
  forget(): void {
    this.recent.clear();
  }

  /** Inserts, or replaces the partial answer of a parked turn. */
  put(message: Message, turn_id: TurnId | null): void {
    const row = rowOf(message, turn_id);
    this.remember(row);
    putRow(this.sql, "messages", Object.values(row));
  }

  /** As it is stored, so that it reads the same as from there. */
  private remember(row: MessageRow): void {
    this.recent.delete(row.id);
    if (row.parts.length <= RECENT_LENGTH) this.recent.set(row.id, messageOf(row));
    const [oldest] = this.recent.keys();
    if (this.recent.size > RECENT && oldest !== undefined) this.recent.delete(oldest);
  }

  get(id: MessageId): Message | undefined {
    const recent = this.recent.get(id);
    if (recent) return recent;
    const row = this.sql.all<MessageRow>("SELECT * FROM messages WHERE id = ?", id)[0];
    return row && messageOf(row);
  }

  /** Those of these messages that are here. */
  among(ids: readonly MessageId[]): Map<MessageId, Message> {
    const found = new Map<MessageId, Message>();
    for (const id of ids) {
      const message = this.recent.get(id);
      if (message) found.set(id, message);
    }
    const others = ids.filter((id) => !found.has(id));
    const rows = others.length === 0 ? [] : this.sql.all<MessageRow>(AMONG, JSON.stringify(others));
    for (const row of rows) found.set(row.id, messageOf(row));
    return found;
  }

  has(id: MessageId): boolean {
    return this.sql.all("SELECT 1 AS found FROM messages WHERE id = ?", id).length > 0;
  }

  /** From `leaf` towards the root, newest first, at most `limit`. */
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
   * A child is made after its parent, so most of a branch lies together: one read in the order of ids, in which what
   * is of other branches is passed over. Returns where the branch goes on.
   */
  private follow(from: MessageId, limit: number, found: Message[]): MessageId | null {
    const rows = this.sql.all<MessageRow>(
      "SELECT * FROM messages WHERE id <= ? ORDER BY id DESC LIMIT ?",
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

  /** As `branch`, without what the messages say. */
  weights(leaf: MessageId, limit: number): WeightRow[] {
    return this.sql.all<WeightRow>(WEIGHTS, leaf, limit - 1);
  }

  /** From `leaf` towards the root, itself first, at most `limit`. */
  ancestors(leaf: MessageId, limit: number): MessageId[] {
    return this.weights(leaf, limit).map(({ id }) => id);
  }

  /** Everything that was said before `before`, on any branch, newest first. Ids sort by the time they were made. */
  recorded(before: MessageId | null, limit: number): { message: Message; turn_id: TurnId | null }[] {
    const rows =
      before === null
        ? this.sql.all<MessageRow>("SELECT * FROM messages ORDER BY id DESC LIMIT ?", limit)
        : this.sql.all<MessageRow>(
            "SELECT * FROM messages WHERE id < ? ORDER BY id DESC LIMIT ?",
            before,
            limit,
          );
    return rows.map((row) => ({ message: messageOf(row), turn_id: row.turn_id }));
  }

  /** Null as well for a message that was copied here, or is not here. */
  turnOf(id: MessageId): TurnId | null {
    const row = this.sql.all<{ turn_id: TurnId | null }>("SELECT turn_id FROM messages WHERE id = ?", id)[0];
    return row?.turn_id ?? null;
  }

  /** Ids of the alternatives at this place of the tree, oldest first, itself among them. */
  siblings(message: Message): MessageId[] {
    const rows = this.sql.all<{ id: MessageId }>(
      "SELECT id FROM messages WHERE parent_id IS ? AND role = ? ORDER BY id",
      message.parent_id,
      message.role,
    );
    return rows.map((row) => row.id);
  }

  /** The newest message below this one, following the newest child: where a switch of branch leads. */
  newestLeaf(id: MessageId): MessageId {
    return this.sql.all<{ id: MessageId }>(NEWEST_LEAF, id)[0]?.id ?? id;
  }
}

/** Its columns in the order of the table. */
function rowOf(message: Message, turn_id: TurnId | null): MessageRow {
  return {
    id: message.id,
    parent_id: message.parent_id,
    role: message.role,
    agent: message.agent ?? null,
    author: message.author ?? null,
    parts: fitted(message.parts),
    status: message.status,
    created_at: Date.parse(message.created_at),
    usage: message.usage ? JSON.stringify(message.usage) : null,
    cost_usd: message.cost_usd ?? null,
    turn_id,
  };
}

function messageOf(row: MessageRow): Message {
  const message: Message = {
    id: row.id,
    parent_id: row.parent_id,
    role: row.role,
    parts: JSON.parse(row.parts) as Part[],
    status: row.status,
    created_at: new Date(row.created_at).toISOString(),
  };
  if (row.agent !== null) message.agent = row.agent;
  if (row.author !== null) message.author = row.author;
  if (row.usage !== null) message.usage = JSON.parse(row.usage) as Usage;
  if (row.cost_usd !== null) message.cost_usd = row.cost_usd;
  return message;
}

/** Parts as JSON that fits a row: the longest texts are cut, with a note, until it does. */
function fitted(parts: readonly Part[]): string {
  let json = JSON.stringify(parts);
  for (
    let limit = 400_000;
    json.length * 3 > MAX_MESSAGE_BYTES && byteLength(json) > MAX_MESSAGE_BYTES;
    limit /= 2
  ) {
    json = JSON.stringify(parts.map((part) => cut(part, limit)));
  }
  return json;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function cut(part: Part, limit: number): Part {
  const note = "\n[cut: too long to keep whole]";
  if (part.type === "tool_result" && part.content.length > limit) {
    return { ...part, content: part.content.slice(0, limit) + note };
  }
  if ((part.type === "text" || part.type === "reasoning") && part.text.length > limit) {
    return { ...part, text: part.text.slice(0, limit) + note };
  }
  return part;
}
