/**
 * After-work: work that a turn leaves until its answer is out. The end commit records it, and one flush
 * covers several turns.
 */
import { attentionOf } from "../rows/attention.ts";
import { isPrivateChat } from "../rows/private-chat.ts";
import { afterWork } from "../rows/schema/outgoing.ts";
import type { AfterWork } from "../rows/schema/stored-json.ts";
import type { Store } from "../rows/store.ts";
import { shownState, type TurnRow } from "../rows/turns/turns.ts";
import type { LedgerPorts } from "./ports.ts";

const LAST_RETRY_MS = 300_000;

export function queueAfterWork(store: Store, work: AfterWork): void {
  store.sql.put(afterWork, { json: work });
}

export class AfterWorkFlusher {
  private readonly store: Store;
  private readonly ports: LedgerPorts;
  private oldest: number | undefined;
  private retryMs: number;
  private running: Promise<void> | undefined;
  private showing: Promise<void> | undefined;
  private dueAt: number | null = null;
  private isStopped = false;

  constructor(store: Store, ports: LedgerPorts) {
    this.store = store;
    this.ports = ports;
    this.retryMs = ports.paces.after_work_retry_ms;
    if (this.isWaiting()) this.dueAt = ports.now() + ports.paces.after_work_quiet_ms;
  }

  /**
   * Time at which the object must be awake for it, in ms since the epoch, or null. A running turn delays it, up to a
   * limit.
   */
  due(isBusy: boolean): number | null {
    const { dueAt, oldest } = this;
    if (dueAt === null || oldest === undefined || !isBusy) return dueAt;
    return Math.max(dueAt, oldest + this.ports.paces.after_work_longest_ms);
  }

  /** Work was queued: it is flushed after a quiet second, or five seconds after the first of it. */
  touch(): void {
    const { paces } = this.ports;
    const now = this.ports.now();
    this.oldest ??= now;
    this.dueAt = Math.min(now + paces.after_work_quiet_ms, this.oldest + paces.after_work_longest_ms);
  }

  /**
   * Writes the index row alone: a turn runs, and people's lists show it from its first second. Commits nothing
   * here. A failure leaves the row to the flush after the turn. Never throws.
   */
  show(): void {
    const { parent, temporary } = this.store.meta;
    if (this.isStopped || temporary || parent !== null) return;
    this.showing ??= this.ports
      .flush(this.batchOf([]))
      .catch((problem: unknown) => this.ports.log.warn("turn_not_listed", { problem: String(problem) }))
      .finally(() => {
        this.showing = undefined;
      });
  }

  /** Makes the last flush. Resolves when no flush is under way. */
  async stop(): Promise<void> {
    await this.running;
    await this.flush();
    this.isStopped = true;
    await this.showing;
    this.dueAt = null;
  }

  /** Never throws; one flush at a time. */
  flush(): Promise<void> {
    if (this.isStopped) return Promise.resolve();
    this.running ??= this.flushOnce().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async flushOnce(): Promise<void> {
    const rows = this.store.sql.rows(afterWork, "ORDER BY id");
    const last = rows.at(-1);
    this.dueAt = null;
    this.oldest = undefined;
    if (!last) return;
    try {
      await this.ports.flush(this.batchOf(rows.map(({ json }) => json)));
      this.store.sql.remove(afterWork, "WHERE id <= ?", last.id);
      this.retryMs = this.ports.paces.after_work_retry_ms;
      if (this.dueAt === null && this.isWaiting()) this.touch();
    } catch (problem) {
      this.ports.log.warn("after_work_failed", { retry_ms: this.retryMs, problem: String(problem) });
      this.dueAt = this.ports.now() + this.retryMs;
      this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS);
    }
  }

  private batchOf(works: AfterWork[]): Parameters<LedgerPorts["flush"]>[0] {
    const ids = [...new Set(works.flatMap((work) => work.message_ids))];
    const messages = this.store.transcript.among(ids);
    const [first] = this.store.turns.open();
    return {
      meta: { ...this.store.meta },
      state: first ? listedState(first) : "idle",
      scheduled: this.store.reminders.count(),
      attention: attentionOf(this.store, this.ports.kinds),
      own_chat: isPrivateChat(this.store, this.ports.kinds),
      said_seq: Math.max(0, ...works.map((work) => work.said_seq ?? 0)),
      said: endWordsOf(this.store),
      readers: readersOf(this.store),
      costs: works.flatMap((work) => work.costs),
      grants: works.flatMap((work) => work.grants ?? []),
      happened: works.flatMap((work) => work.happened ?? []),
      ended: works.flatMap((work) => work.ended ?? []),
      messages: ids.flatMap((id) => messages.get(id) ?? []),
      ...(works.some((work) => work.members) && { members: this.store.members.list() }),
    };
  }

  private isWaiting(): boolean {
    return this.store.sql.number({ of: afterWork, is: "1" }, "LIMIT 1") !== null;
  }
}

/** Turn rows do not say whether they run. For the lists, a turn that waits to begin counts as running. */
function listedState(turn: TurnRow): string {
  const state = shownState(turn);
  return state === "queued" ? "running" : state;
}

/**
 * Limit of the newest answer's text, with room for the Markdown that is later removed. What is said in a room
 * stays there.
 */
const LONGEST_END = 1_000;

function endWordsOf({ meta, transcript }: Store): string {
  if (meta.parent || meta.room !== null || meta.head === null) return "";
  const head = transcript.get(meta.head);
  // While a turn runs, the newest answer is the one before its message.
  const end = head?.role === "user" && head.parent_id ? transcript.get(head.parent_id) : head;
  if (end?.role !== "assistant") return "";
  const texts = end.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.join("\n\n").slice(0, LONGEST_END);
}

/** Ids of the persons who have the conversation in their lists. A child is in nobody's list. */
function readersOf({ meta, members }: Store): string[] {
  return meta.parent ? [] : [meta.owner, ...members.list().map(({ person }) => person)];
}
