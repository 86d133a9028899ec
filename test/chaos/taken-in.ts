/** What must hold of messages that a running turn has taken in, and of the tree that they were moved in. */
import { intoOf, type StoredTurn } from "../../durable-objects/conversation/rows/turns/turns.ts";
import type { MessageId } from "../../src/domain/ids.ts";
import { must } from "../support/machine/broken.ts";
import type { Evidence } from "./invariants.ts";
import type { World } from "./world.ts";

export function takenInOnce(evidence: Evidence, turns: readonly StoredTurn[]): void {
  const told = new Set(
    evidence.events.flatMap((event) => (event.type === "absorbed" ? [event.turn_id] : [])),
  );
  for (const turn of turns) if (turn.state === "absorbed" || told.has(turn.id)) neverRan(evidence, turn);
  for (const { turn_id, message_id } of evidence.accepted) {
    const turn = turns.find(({ id, state }) => id === turn_id && state === "absorbed");
    const into = turn && turns.find(({ id }) => id === intoOf(turn));
    if (!turn || message_id === null) continue;
    must(into !== undefined && into.state !== "absorbed", "a turn that ran has taken it in", { turn, into });
    const answered: string[] = wordsBefore(evidence.world, into.answer_id);
    must(answered.includes(message_id), "an answer follows what was taken in", { turn, into, answered });
  }
  everyMessageHangs(evidence.world);
}

/** The answer of the turn that has taken its message in is its answer. */
function neverRan({ world: { store }, events }: Evidence, turn: StoredTurn): void {
  const own = events.filter((event) => event.turn_id === turn.id);
  const told = own.filter(({ type }) => type === "absorbed");
  must(told.length === 1, "a turn is absorbed once", { turn, told });
  const isRun = own.some(({ type }) => type === "turn_start" || type === "turn_end");
  must(!isRun && turn.state === "absorbed", "a turn that was absorbed does not run", { turn, own });
  must(!store.transcript.has(turn.answer_id), "an absorbed turn has no answer of its own", turn);
}

/** All that was said since the answer before it. */
function wordsBefore({ store }: World, answer: MessageId): MessageId[] {
  const [, ...before] = store.transcript.branch(answer, 100);
  const until = before.findIndex(({ role }) => role === "assistant");
  return (until < 0 ? before : before.slice(0, until)).map(({ id }) => id);
}

function everyMessageHangs({ store }: World): void {
  const lost = store.sql.all(
    `SELECT id, parent_id FROM messages m WHERE parent_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM messages p WHERE p.id = m.parent_id)`,
  );
  must(lost.length === 0, "a message hangs below one that is there", lost);
}
