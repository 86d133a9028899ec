/**
 * Closes and reports turns that were running when a conversation lost its state; nothing about them is
 * guessed.
 */
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import type { Ids, MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { type Message, NO_USAGE } from "../../../src/domain/message.ts";
import { reportOfFailure } from "../outbox/report.ts";
import { Deliveries } from "../rows/outgoing/deliveries.ts";
import type { Store } from "../rows/store.ts";

interface LostScene {
  ids: Ids;
  now: number;
  kinds: ChannelKinds;
  /** Destinations of answers, as far as the trail tells. */
  sources: ReadonlyMap<TurnId, Source>;
}

interface LostAnswer {
  turn_id: TurnId;
  trigger_id: MessageId;
  answer_id: MessageId;
}

const LOST =
  "The conversation was rebuilt while this answer was being made. Your message is kept: send it again to get an answer.";

/**
 * A message whose turn is gone still gets its one final answer. Work that the turn had begun never runs
 * again.
 */
export function closeLostTurns(store: Store, scene: LostScene): void {
  for (const turn of store.turns.open()) {
    if (turn.state === "parked") continue;
    const summary = { agent: turn.agent ?? "", model: turn.model ?? "", steps: 0, duration_ms: 0 };
    store.turns.end(turn.id, { state: "failed", summary, ended_at: scene.now });
    const { id: turn_id, trigger_id, answer_id } = turn;
    if (!store.transcript.has(answer_id)) answer(store, { turn_id, trigger_id, answer_id }, scene);
  }
  const unanswered = store.sql.all<{ id: MessageId; turn_id: TurnId }>(
    `SELECT m.id, m.turn_id FROM messages m WHERE m.role <> 'assistant' AND m.turn_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM messages a WHERE a.parent_id = m.id)
       AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.id = m.turn_id)`,
  );
  for (const { id: trigger_id, turn_id } of unanswered) {
    const lost = { turn_id, trigger_id, answer_id: scene.ids.create("msg") };
    putEnded(store, lost, scene);
    answer(store, lost, scene);
  }
}

/** Records the turn as ended, for clients that ask for it or send its message again. */
function putEnded({ meta, turns, log }: Store, lost: LostAnswer, { now, sources }: LostScene): void {
  const { turn_id: id, ...rest } = lost;
  const source = sources.get(id) ?? { channel: meta.channel, sender: meta.owner };
  const plain = { agent: null, model: null, mode: null, tier: "full", attempts: 0 };
  const times = { created_at: now, ready_at: now, start_seq: log.seq };
  const summary = { agent: "", model: "", steps: 0, duration_ms: 0 };
  turns.putEnded({ ...rest, ...plain, ...times, id, source, state: "failed" }, summary, now);
}

const ENDED = {
  type: "turn_end" as const,
  status: "failed" as const,
  usage: NO_USAGE,
  cost_usd: null,
  steps: 0,
  duration_ms: 0,
  reason: LOST,
};

function answer(store: Store, lost: LostAnswer, scene: LostScene): void {
  const { turn_id, trigger_id: parent_id, answer_id: id } = lost;
  const message: Message = {
    id,
    parent_id,
    role: "assistant",
    parts: [{ type: "error", error: "internal", reason: LOST }],
    status: "failed",
    created_at: new Date(scene.now).toISOString(),
  };
  store.transcript.put(message, turn_id);
  store.meta.message_count += 1;
  if (store.meta.head === parent_id) store.meta.head = id;
  store.log.append({ type: "message", message }, turn_id, scene.now);
  store.log.append({ ...ENDED, message_id: id }, turn_id, scene.now);
  tellWhoAsked(store, lost, scene);
}

/** Tells whoever wrote from a channel there. */
function tellWhoAsked({ sql, meta }: Store, lost: LostAnswer, { ids, now, kinds, sources }: LostScene): void {
  const { turn_id, answer_id: message_id } = lost;
  const target = sources.get(turn_id);
  if (!target || !kinds[target.channel].carried) return;
  const chunk =
    kinds[target.channel].peers === "agents"
      ? reportOfFailure(LOST, meta)
      : { type: "text" as const, text: LOST };
  const draft = { kind: "failure" as const, texts: 0, chunks: [chunk] };
  new Deliveries(sql).insert({ ...draft, id: ids.create("dlv"), turn_id, message_id, target }, now);
}
