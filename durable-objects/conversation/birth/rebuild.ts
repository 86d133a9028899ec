/**
 * Rebuilds a conversation whose own state is gone or damaged from its trail: messages with their branches,
 * title, costs, summaries, reminders, waiting questions, deliveries, keys of inputs. The meta row comes last:
 * until it is written, there is no conversation.
 */
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import type { Ids, MessageId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Tables } from "../../sql/tables.ts";
import { putPastEvents } from "../rows/event-log.ts";
import { createMeta, loadMeta, type Meta, type MetaInit, saveMeta } from "../rows/meta.ts";
import { calls } from "../rows/schema/journal.ts";
import { afterWork } from "../rows/schema/outgoing.ts";
import { erasures } from "../rows/schema/pending.ts";
import { tablesOf } from "../rows/schema/schema.ts";
import { toStoredEvent } from "../rows/schema/stored-json.ts";
import { messages, turns } from "../rows/schema/talk.ts";
import { openStore, type Store } from "../rows/store.ts";
import { Transcript } from "../rows/transcript.ts";
import { Turns } from "../rows/turns/turns.ts";
import { restoreInput } from "../trail/inputs.ts";
import { isEvent, parseSegment, type TrailLine } from "../trail/lines.ts";
import { putWritten, SEGMENT_BYTES } from "../trail/segments.ts";
import { restoreRows } from "../trail/snapshot.ts";
import { closeDoubtful, putSettled } from "./rebuild-deliveries.ts";
import { emptyFold, type FoldedTrail, type FoldedTurn, fold, metaRowOf } from "./rebuild-fold.ts";
import { closeLostTurns } from "./rebuild-lost.ts";
import type { Salvage } from "./rebuild-salvage.ts";

export interface SegmentText {
  day: string;
  first_seq: number;
  text: string;
}

interface RebuildInput {
  /** Empty storage: any damaged state has been cleared. */
  sql: Sql | Tables;
  ids: Ids;
  kinds: ChannelKinds;
  now: number;
  /** Oldest first. */
  segments: AsyncIterable<SegmentText>;
  salvage: Salvage;
  /** The index entry; its owner takes precedence over the trail's. */
  init: MetaInit | undefined;
  /** The trail comes out of a backup, so nothing was lost. */
  isRestored?: boolean;
}

export interface Rebuilt {
  store: Store;
  messages: number;
  /** Number of unreadable lines in the trail. */
  broken: number;
}

/** Destination of the rebuilt rows. */
interface Target {
  sql: Tables;
  transcript: Transcript;
}

/**
 * Sequence numbers sent after the newest segment was written are unknown, so numbering resumes well above
 * them.
 */
const SEQ_MARGIN = 1_000_000;

/**
 * Undefined when there is nothing to rebuild from. Rejects when the trail cannot be reached; no conversation
 * exists then.
 */
export async function rebuild(input: RebuildInput): Promise<Rebuilt | undefined> {
  const { salvage } = input;
  const sql = tablesOf(input.sql);
  sql.migrate();
  const transcript = new Transcript(sql);
  const folded = emptyFold();
  let broken = 0;
  let found = salvage.messages.length > 0;
  for await (const segment of input.segments) {
    const parsed = parseSegment(segment.text);
    broken += parsed.broken;
    found ||= parsed.lines.length > 0;
    sql.transaction(() => restoreSegment({ sql, transcript }, segment, parsed.lines));
    for (const line of parsed.lines) fold(folded, line);
  }
  const row = salvage.tables["meta"]?.[0] ?? metaRowOf(folded);
  if (!found || !(input.init ?? row)) return undefined;
  const store = sql.transaction(() => finish({ ...input, sql }, folded, transcript));
  return { store, messages: store.meta.message_count, broken };
}

function restoreSegment({ sql, transcript }: Target, segment: SegmentText, lines: TrailLine[]): void {
  for (const line of lines) if (line.type === "input") restoreInput(sql, line);
  const events = lines.filter(isEvent);
  for (const event of events) {
    if (event.type === "message") transcript.put(event.message, event.turn_id);
    if (event.type === "delivery") putSettled(sql, event);
  }
  const last = events.at(-1);
  if (!last) return;
  putPastEvents(sql, events.map(toStoredEvent), Date.parse(last.ts));
  // Marked full, so that it never grows: the segment in the bucket stays as it is.
  putWritten(sql, { ...segment, last_seq: last.seq, bytes: Math.max(segment.text.length, SEGMENT_BYTES) });
}

function finish(input: RebuildInput & { sql: Tables }, folded: FoldedTrail, transcript: Transcript): Store {
  const { sql, ids, kinds, now, salvage } = input;
  restoreTables(sql, folded, salvage);
  const meta = restoreMeta(input, folded);
  const untold = salvage.messages.filter(
    ({ message }) => !transcript.has(message.id) && !folded.deleted.has(message.id),
  );
  for (const { message, turn_id } of untold) transcript.put(message, turn_id);
  for (const turn of folded.turns.values()) {
    const source = folded.sources.get(turn.id) ?? { channel: meta.channel, sender: meta.owner };
    if (turn.absorbed) restoreAbsorbed(sql, turn, { source, into: folded.turns.get(turn.absorbed.into) });
    else restoreTurn(sql, turn, source);
  }
  takeOutDeleted({ sql, transcript }, folded, now);
  repairMeta({ sql, transcript }, meta, folded.last_seq);
  saveMeta(sql, meta);
  const store = openStore(sql, ids);
  if (!store) throw new Error("a rebuilt conversation did not open");
  store.commit(now, () => {
    for (const { message, turn_id } of untold) store.log.append({ type: "message", message }, turn_id, now);
    if (!salvage.tables["deliveries"]) closeDoubtful(store, now);
    closeLostTurns(store, { ids, kinds, now, sources: folded.sources });
    if (!input.isRestored) store.log.append({ type: "notice", level: "warning", text: NOTICE }, null, now);
    store.meta.revision += 1;
    store.sql.put(afterWork, { json: { costs: [], message_ids: [] } });
  });
  return store;
}

/** Lines of deleted messages may still be in the trail: a deletion that was under way is finished here. */
function takeOutDeleted({ sql, transcript }: Target, { deleted }: FoldedTrail, now: number): void {
  const heirOf = (id: MessageId | null): MessageId | null => {
    const above = id === null ? undefined : deleted.get(id);
    return above === undefined ? id : heirOf(above);
  };
  for (const [id, parent_id] of deleted) {
    const turn_id = transcript.get(id)?.role === "assistant" ? transcript.turnOf(id) : null;
    const what = { from_seq: 0, parent_id, turn_id, uptos: [], title: null };
    if (transcript.has(id)) sql.put(erasures, { message_id: id, what, at: now });
    transcript.remove(id, heirOf(parent_id));
  }
}

const NOTICE =
  "The stored state of this conversation was lost or damaged. It was rebuilt from its trail; please check its newest messages.";

function restoreTables(sql: Tables, { snapshot, since }: FoldedTrail, salvage: Salvage): void {
  for (const [table, rows] of Object.entries({ ...snapshot?.tables, ...salvage.tables })) {
    if (table !== "meta") restoreRows(sql, table, rows);
  }
  // Saved rows are newer than any event of the trail.
  if (!salvage.tables["deliveries"]) for (const event of since.settled) putSettled(sql, event);
  // A waiting turn needs the call that it waits for; every other open turn is lost.
  const waits =
    "state = 'parked' AND EXISTS (SELECT 1 FROM calls c WHERE c.turn_id = turns.id AND c.state = 'parked')";
  const kept = sql.isEmpty(calls) ? "FALSE" : waits;
  sql.update({ of: turns, set: { state: "failed" } }, `WHERE ended_at IS NULL AND NOT (${kept})`);
}

/** A saved meta row is as new as the damage; the trail's is as old as its snapshot. */
function restoreMeta({ sql, init, now, salvage }: RebuildInput & { sql: Tables }, folded: FoldedTrail): Meta {
  const saved = salvage.tables["meta"]?.[0];
  const row = saved ?? metaRowOf(folded);
  const known = init ?? (row as unknown as MetaInit);
  const fresh = createMeta(sql, known, now);
  if (row) restoreRows(sql, "meta", [{ ...(sql.all("SELECT * FROM meta")[0] ?? {}), ...row }]);
  const { conversation_id, owner } = known;
  const meta = { ...(loadMeta(sql) ?? fresh), conversation_id, owner };
  if (!saved) applySince(meta, folded);
  return meta;
}

function applySince(meta: Meta, { since }: FoldedTrail): void {
  meta.head = since.head;
  if (since.title !== null) meta.title = since.title;
  for (const { usage, cost_usd } of since.ends) {
    meta.turn_count += 1;
    meta.input_tokens += usage.input_tokens;
    meta.output_tokens += usage.output_tokens;
    meta.cost_usd += cost_usd ?? 0;
  }
}

function repairMeta({ sql, transcript }: Target, meta: Meta, last_seq: number): void {
  if (meta.head === null || !transcript.has(meta.head)) meta.head = newestMessage(sql);
  meta.window_start = null;
  meta.message_count = sql.number({ of: messages, is: "COUNT(*)" }) ?? 0;
  meta.seq_limit = Math.max(meta.seq_limit, last_seq) + SEQ_MARGIN;
}

function newestMessage(sql: Tables): MessageId | null {
  return sql.pick({ of: messages, columns: ["id"] }, "ORDER BY id DESC LIMIT 1")[0]?.id ?? null;
}

/**
 * Restores ended turns, so that later questions about them find how they ended. Open ones come with the
 * snapshot.
 */
function restoreTurn(sql: Tables, turn: FoldedTurn, source: Source): void {
  const { end, trigger_id } = turn;
  if (!end || trigger_id === null) return;
  const { agent, model } = turn;
  const row = { ...rowOf(turn, trigger_id, source), answer_id: end.message_id };
  const summary = { agent, model, steps: end.steps, duration_ms: end.duration_ms };
  // A parked turn has not ended, though no event of record says so.
  const state = end.status === "parked" ? "failed" : end.status;
  new Turns(sql).putEnded({ ...row, state }, summary, Date.parse(end.ts));
}

/**
 * Restores an absorbed turn, which never ran. The absorbing turn answers the newest message that it took in.
 */
function restoreAbsorbed(
  sql: Tables,
  turn: FoldedTurn,
  { source, into }: { source: Source; into: FoldedTurn | undefined },
): void {
  const { trigger_id, absorbed } = turn;
  if (trigger_id === null || !absorbed) return;
  const row = { ...rowOf(turn, trigger_id, source), answer_id: into?.end?.message_id ?? trigger_id };
  const summary = { agent: "", model: "", steps: 0, duration_ms: 0, into: absorbed.into };
  new Turns(sql).putEnded({ ...row, state: "absorbed" }, summary, Date.parse(absorbed.ts));
  const newest = into?.trigger_id;
  if (newest)
    sql.update({ of: turns, set: { trigger_id: newest } }, "WHERE id = ? AND ended_at IS NULL", into.id);
}

function rowOf(turn: FoldedTurn, trigger_id: MessageId, source: Source) {
  const { id, agent, model, mode, started_at, first_seq } = turn;
  const began = { created_at: started_at, ready_at: started_at, start_seq: first_seq - 1, attempts: 0 };
  return { ...began, id, trigger_id, agent, model, mode, source, tier: "full" };
}
