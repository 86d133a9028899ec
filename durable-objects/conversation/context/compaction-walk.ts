/**
 * Walks from the newest message towards the root, up to the first summary. Messages are weighed, not read.
 */
import type { Weight } from "../../../src/agent/compact/plan.ts";
import type { MemoryScope } from "../../../src/agent/ports/memory.ts";
import type { MessageId } from "../../../src/domain/ids.ts";
import { type Message, rememberable } from "../../../src/domain/message.ts";
import { triggerOf } from "../rows/branch.ts";
import type { Store } from "../rows/store.ts";
import type { Compaction } from "../rows/turns/compactions.ts";

const PAGE = 500;
const BATCH = 100;

export interface BranchWeights {
  /** Oldest first. */
  weights: Weight[];
  /** The summary that replaces all messages before them. */
  base: Compaction | null;
}

/** `pause` lets other work of the object run in between, since a long branch takes a while. */
export async function walk(
  store: Store,
  leaf: MessageId,
  pause: () => Promise<void>,
): Promise<BranchWeights> {
  const standing = store.compactions.standing();
  const weights: Weight[] = [];
  for (let next: MessageId | null = leaf; next !== null; ) {
    const page = store.transcript.weights(next, PAGE);
    for (const { id, role, tokens, turn_id } of page) {
      const base = id === leaf ? undefined : standing.get(id);
      if (base) return { weights: weights.reverse(), base };
      weights.push({ id, role, tokens, is_own: turn_id !== null });
    }
    const last = page.at(-1);
    next = nextOf(store, next, last);
    if (next !== null) await pause();
  }
  return { weights: weights.reverse(), base: null };
}

/** An answer in progress has no row: its turn tells where the branch goes on. */
function nextOf(store: Store, id: MessageId, last: { parent_id: MessageId | null } | undefined) {
  if (!last) return triggerOf(store, id);
  return last.parent_id;
}

/** The messages themselves, in batches. Missing ones are skipped. */
export async function* batchesOf(
  store: Store,
  weights: readonly Weight[],
  pause: () => Promise<void>,
): AsyncGenerator<Message[], void> {
  for (let at = 0; at < weights.length; at += BATCH) {
    const ids = weights.slice(at, at + BATCH).map(({ id }) => id);
    const messages = store.transcript.among(ids);
    yield ids.flatMap((id) => messages.get(id) ?? []);
    await pause();
  }
}

/**
 * Selects messages that memory should take in, which somebody has said here. Copies from another conversation
 * are left out, and so are an agent's instructions to another, which nobody has said.
 */
export function ownOf(
  { meta, transcript }: Store,
  weights: readonly Weight[],
): (message: Message) => boolean {
  if (meta.parent !== null) return () => false;
  const own = new Set(weights.filter(({ is_own }) => is_own).map(({ id }) => id));
  const isKept = (message: Message) => rememberable([message], (id) => transcript.get(id)).length > 0;
  return (message) => own.has(message.id) && isKept(message);
}

export function scopeOf({ meta }: Store, agent: string): MemoryScope {
  const { conversation_id, owner, room, shared } = meta;
  const place = { ...(room !== null && { room }), ...(shared && { apart: true as const }) };
  return { owner, agent, conversation_id, ...place };
}
