/** What must hold when everything has come to rest. */

import { rebuild } from "../../durable-objects/conversation/birth/rebuild.ts";
import { NO_SALVAGE } from "../../durable-objects/conversation/birth/rebuild-salvage.ts";
import { NOTHING_TO_UNDO } from "../../durable-objects/conversation/context/compaction-notices.ts";
import { GIVEN_UP } from "../../durable-objects/conversation/inbox/acceptance/deferred-commands.ts";
import { draftOfEnd } from "../../durable-objects/conversation/outbox/compose.ts";
import { sideCalls } from "../../durable-objects/conversation/rows/schema/journal.ts";
import {
  afterWork,
  deliveries,
  leftovers,
  previews,
  prompts,
} from "../../durable-objects/conversation/rows/schema/outgoing.ts";
import { orders as commands } from "../../durable-objects/conversation/rows/schema/pending.ts";
import { compactions } from "../../durable-objects/conversation/rows/schema/prompt.ts";
import { tablesOf } from "../../durable-objects/conversation/rows/schema/schema.ts";
import { inbox, turns as turnRows } from "../../durable-objects/conversation/rows/schema/talk.ts";
import { parkedCalls } from "../../durable-objects/conversation/rows/turns/step-journal.ts";
import { intoOf, type StoredTurn } from "../../durable-objects/conversation/rows/turns/turns.ts";
import { trailedSeq } from "../../durable-objects/conversation/trail/segments.ts";
import type { Tables } from "../../durable-objects/sql/tables.ts";
import { CHANNELS } from "../../src/channels/channel-list.ts";
import type { NightjarEvent } from "../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../src/domain/ids.ts";
import { type Message, type Part, textOf } from "../../src/domain/message.ts";
import { must } from "../support/machine/broken.ts";
import { NodeSql } from "../support/node-sql.ts";
import type { Accepted } from "./person.ts";
import { takenInOnce } from "./taken-in.ts";
import { chatOf, INIT, type World } from "./world.ts";

export interface Evidence {
  world: World;
  accepted: readonly Accepted[];
  /** Names of the commands that were accepted. */
  orders: readonly string[];
  /** As a reader saw them who was there all the time. */
  events: readonly NightjarEvent[];
}

export async function checkAll(evidence: Evidence): Promise<void> {
  const all = evidence.world.store.sql.rows(turnRows, "ORDER BY id");
  const turns = all.filter(({ state }) => state !== "absorbed");
  nothingIsStuck(evidence, all);
  takenInOnce(evidence, all);
  for (const turn of turns) oneAnswer(evidence, turn);
  if (evidence.world.machine.kills === 0) for (const turn of turns) toolsAreTold(evidence, turn);
  for (const message of evidence.accepted) isAnswered(evidence, message, all);
  onceMeansOnce(evidence);
  orderIsKept(evidence, turns);
  countsAgree(evidence, turns);
  repliesArrive(evidence);
  chatShowsAnswers(evidence);
  summariesAgree(evidence);
  await trailIsEnough(evidence);
}

function nothingIsStuck({ world: { store } }: Evidence, turns: StoredTurn[]): void {
  const open = turns.filter((turn) => turn.ended_at === null);
  must(open.length === 0, "nothing is stuck", { open, parked: parkedCalls(store.sql) });
  const left = store.sql.rows(afterWork);
  must(left.length === 0, "what is left to do is done", left);
  const orders = store.sql.rows(commands);
  must(orders.length === 0, "commands are carried out", orders);
  const asked = store.sql.rows(sideCalls);
  must(asked.length === 0, "what was spent reaches the ledger", asked);
  must(store.reminders.list().length === 0, "every reminder rang", store.reminders.list());
}

function oneAnswer({ world: { store }, events }: Evidence, turn: StoredTurn): void {
  const answer = store.transcript.get(turn.answer_id);
  must(answer !== undefined, "each turn has its answer", turn);
  must(answer.status !== "partial", "an answer that is final says so", answer);
  must(answer.parent_id === turn.trigger_id, "an answer hangs below what it answers", { turn, answer });
  partsAreWhole(answer);
  const ends = events.filter((event) => event.type === "turn_end" && event.turn_id === turn.id);
  must(ends.length === 1, "a turn ends once", { turn, ends });
  const told = events.filter(
    (event) => event.type === "message" && event.turn_id === turn.id && event.message.id === turn.answer_id,
  );
  must(told.length === 1, "an answer is told once", { turn, told });
}

/** Where nothing was interrupted, whoever watches sees each call begin and end. */
function toolsAreTold({ world: { store }, events }: Evidence, turn: StoredTurn): void {
  const answer = store.transcript.get(turn.answer_id);
  if (answer?.status !== "complete") return;
  const of = (type: NightjarEvent["type"]) =>
    new Set(
      events.flatMap((event) =>
        event.type === type && event.turn_id === turn.id && "call_id" in event ? [event.call_id] : [],
      ),
    );
  const [begun, ended] = [of("tool_start"), of("tool_result")];
  for (const part of answer.parts) {
    if (part.type !== "tool_call") continue;
    must(begun.has(part.call_id) && ended.has(part.call_id), "each call is told", { turn, part });
  }
}

/** Each call has one result, after it; each result has its call. */
export function partsAreWhole(message: Message): void {
  const open = new Map<string, number>();
  for (const part of message.parts) {
    if (part.type === "tool_call") open.set(part.call_id, (open.get(part.call_id) ?? 0) + 1);
    if (part.type !== "tool_result") continue;
    must(open.get(part.call_id) === 1, "a result follows its call, once", message);
    open.set(part.call_id, 0);
  }
  const isWhole = [...open.values()].every((count) => count === 0);
  must(isWhole, "each call has its result", message);
  const ids = message.parts.flatMap((part) => (part.type === "tool_call" ? [part.call_id] : []));
  must(new Set(ids).size === ids.length, "call ids are unique in an answer", ids);
}

function isAnswered({ world: { store } }: Evidence, accepted: Accepted, turns: StoredTurn[]): void {
  const own = turns.find((candidate) => candidate.id === accepted.turn_id);
  const turn = own?.state === "absorbed" ? turns.find(({ id }) => id === intoOf(own)) : own;
  must(turn !== undefined, "an accepted message has a turn", accepted);
  if (accepted.message_id === null) return;
  const message = store.transcript.get(accepted.message_id as MessageId);
  must(
    message !== undefined && textOf(message.parts) === accepted.text,
    "an accepted message is kept",
    accepted,
  );
  const answer = store.transcript.get(turn.answer_id);
  if (answer?.status !== "complete" || turn.trigger_id !== accepted.message_id) return;
  const said = textOf(answer.parts);
  must(said.trim() !== "", "an answer says something", { accepted, answer });
  const [, meant = accepted.text] = /re: (m\d+) /.exec(said) ?? [];
  must(meant === accepted.text, "an answer answers its own message", { accepted, answer });
}

function onceMeansOnce({ world: { outside, store } }: Evidence): void {
  for (const [key, times] of outside.effects)
    must(times === 1, "a once tool has its effect once", { key, times });
  const rows = store.sql.all<{ parts: string }>("SELECT parts FROM messages WHERE role = 'assistant'");
  const results = rows.flatMap((row) => JSON.parse(row.parts) as Part[]);
  const paid = results.filter(
    (part) => part.type === "tool_result" && !part.is_error && /^(paid|wired)/.test(part.content),
  );
  must(paid.length <= outside.effects.size, "a result that says it was done is true", {
    paid: paid.length,
    effects: outside.effects.size,
  });
}

/** The others are told when they happen, whoever has the word: acceptance, results of parked calls, deliveries. */
const OF_RUNNING: ReadonlySet<NightjarEvent["type"]> = new Set([
  "turn_start",
  "state",
  "text",
  "reasoning",
  "reset",
  "tool_start",
  "tool_progress",
  "turn_end",
]);

/** Turns start in their places, one after the other; one that waits for an answer lets others pass. */
function orderIsKept({ events }: Evidence, turns: StoredTurn[]): void {
  const parked = new Set(
    events.flatMap((event) => (event.type === "state" && event.state === "parked" ? [event.turn_id] : [])),
  );
  const ends = events.flatMap((event) => (event.type === "turn_end" ? [event.turn_id] : []));
  const straight = ends.filter((id) => !parked.has(id));
  const places = new Map<string | null, number>(
    turns.map(({ id, place, start_seq }) => [id, place ?? start_seq]),
  );
  const inPlace = straight.map((id) => places.get(id) ?? 0);
  must(isSorted(inPlace), "answers keep the order of their messages", straight);
  must(ends.length === turns.length, "as many ends as turns", { ends: ends.length, turns: turns.length });
  let running: TurnId | null = null;
  for (const event of events) {
    if (event.turn_id === null || !OF_RUNNING.has(event.type)) continue;
    const isPause = event.type === "turn_end" || (event.type === "state" && event.state === "parked");
    // After an interruption an older turn goes first, if its answer has come meanwhile.
    const takesOver = running !== null && event.turn_id < running && parked.has(event.turn_id);
    must(running === null || running === event.turn_id || takesOver, "one turn at a time", {
      running,
      event,
    });
    running = isPause ? null : event.turn_id;
  }
}

function isSorted(places: readonly number[]): boolean {
  return places.every((place, index) => index === 0 || (places[index - 1] ?? 0) < place);
}

function countsAgree({ world: { store, costs } }: Evidence, turns: StoredTurn[]): void {
  const { meta } = store;
  const messages = store.sql.all<{ n: number }>("SELECT COUNT(*) AS n FROM messages")[0]?.n;
  must(meta.message_count === messages, "messages are counted", { meta, messages });
  must(meta.turn_count === turns.length, "turns are counted", { meta, turns: turns.length });
  for (const turn of turns) {
    const steps = turn.summary && "steps" in turn.summary ? turn.summary.steps : 0;
    for (let step = 1; step <= steps; step++)
      must(costs.has(`${turn.id}:${step}`), "what was spent reaches the ledger", `${turn.id}:${step}`);
  }
}

/** Each chunk once, and the one that was under way in a crash or a silence at most twice; never out of order. */
/** What stands in the chat in the end is what was answered, once, and nothing of a half answer. */
function chatShowsAnswers({ world }: Evidence): void {
  const { store, arrivals } = world;
  const port = chatOf(world);
  const all = store.sql.rows(deliveries);
  const shown = (ids: readonly (string | null)[]) =>
    ids.map((id) => arrivals[Number(id?.slice(1)) - 1]?.shown ?? "");
  for (const delivery of all) {
    const { turn_id, message_id, kind, status, platform_ids } = delivery;
    const isOnly = all.filter((other) => other.turn_id === turn_id).length === 1;
    const answer = store.transcript.get(message_id);
    if (!isOnly || kind !== "reply" || status !== "sent" || answer?.status !== "complete") continue;
    const wanted = draftOfEnd(
      { parts: answer.parts, deliveredSoFar: 0, port },
      { status: "completed", parts: [] },
    );
    const words = (wanted?.chunks ?? []).map((chunk) => (chunk.type === "text" ? chunk.text : chunk.type));
    must(shown(platform_ids).join("|") === words.join("|"), "a chat ends with the stored answer", {
      delivery,
      shown: shown(platform_ids),
      words,
    });
  }
  must(store.sql.rows(prompts).length === 0, "what is settled has no buttons", store.sql.rows(prompts));
  must(store.sql.rows(leftovers).length === 0, "what is left over is taken back", store.sql.rows(leftovers));
  must(store.sql.rows(previews).length === 0, "no answer is left half written", store.sql.rows(previews));
}

function repliesArrive({ world: { store, arrivals } }: Evidence): void {
  for (const delivery of store.sql.rows(deliveries)) {
    must(delivery.status !== "pending", "a delivery is settled", delivery);
    const keys = arrivals.flatMap(({ key }) => (key.startsWith(`${delivery.id}:`) ? [key] : []));
    for (const [key, copies] of Map.groupBy(keys, (key) => key))
      must(copies.length <= 2, "a chunk arrives at most twice", { delivery, key, keys });
    const own = keys.map(indexOf);
    const counts = new Set(own);
    must(own.toSorted((a, b) => a - b).join() === own.join(), "chunks arrive in order", { delivery, own });
    if (delivery.status === "sent")
      must(counts.size === delivery.chunk_count, "what was sent arrived whole", { delivery, own });
  }
}

function indexOf(key: string): number {
  return Number(key.slice(key.lastIndexOf(":") + 1));
}

const NOT_UNDONE: ReadonlySet<string> = new Set([NOTHING_TO_UNDO, GIVEN_UP.undo_compact]);

/** A summary stands, or was taken back, exactly as people were told; a command has one outcome. */
function summariesAgree({ world: { store, costs }, orders, events }: Evidence): void {
  const rows = store.sql.rows(compactions);
  const count = (type: NightjarEvent["type"]) => events.filter((event) => event.type === type).length;
  const undone = rows.filter(({ undone_at }) => undone_at !== null).length;
  must(rows.length === count("compaction"), "each summary is told", { rows });
  must(undone === count("compaction_undone"), "each summary that is taken back is told", { rows });
  const nothing = events.filter((event) => event.type === "notice" && NOT_UNDONE.has(event.text)).length;
  const asked = orders.filter((name) => name === "undo_compact").length;
  must(undone + nothing === asked, "a command is carried out once", { asked, undone, nothing });
  for (const { id } of rows) must(costs.has(`${id}:1`), "what a summary cost reaches the ledger", id);
}

/** If the object were lost now, everything that was said would come back from the trail. */
async function trailIsEnough({ world }: Evidence): Promise<void> {
  const { bucket, ids, store, timeline } = world;
  const sql = new NodeSql();
  const lost = { sql, ids, kinds: CHANNELS, now: timeline.now, salvage: NO_SALVAGE, init: INIT };
  const segments = replay(bucket.segments());
  const rebuilt = await rebuild({ ...lost, segments });
  must(rebuilt !== undefined, "the trail makes a conversation", bucket.segments().length);
  const [kept, found] = [messagesIn(store.sql), messagesIn(tablesOf(sql))];
  for (const [id, row] of kept)
    must(found.get(id) === row, "the trail has every message", { row, found: found.get(id) });
  must(found.size === kept.size, "the trail has nothing else", { found: found.size, kept: kept.size });
  const upto = trailedSeq(store.sql);
  const [before, after] = [store.sql, tablesOf(sql)].map((tables) => JSON.stringify(toldIn(tables, upto)));
  must(after === before, "the trail knows every input, and how every reply arrived", { before, after });
}

/** What came after the last event of record is told with the next one. */
function toldIn(sql: Tables, upto: number): unknown[] {
  const settled = ["id", "turn_id", "message_id", "kind", "status", "sent", "reason"] as const;
  return [
    sql.rows(inbox, "WHERE seq < ? ORDER BY key", upto),
    sql.pick({ of: deliveries, columns: settled }, "ORDER BY id"),
  ];
}

async function* replay<T>(items: readonly T[]): AsyncGenerator<T, void> {
  yield* items;
}

function messagesIn(sql: Tables): Map<string, string> {
  const rows = sql.all<{ id: string }>("SELECT * FROM messages");
  return new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
}
