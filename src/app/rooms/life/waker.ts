/**
 * The waker of a visit: asks after silence, announces last call, says goodbye, and keeps the lists in D1 up
 * to date.
 */
import { dropCrisisRecords } from "../../../../durable-objects/conversation/rows/crisis-records.ts";
import type { Store } from "../../../../durable-objects/conversation/rows/store.ts";
import type { Life, Waker, WakerMaker } from "../../../../durable-objects/conversation/wakers/waker.ts";
import type { EventBody } from "../../../domain/events.ts";
import { dueAt, type Saying, stepDue } from "../../../domain/visit/clock.ts";
import { visitView } from "../../../domain/visit/view.ts";
import { isClosed } from "../../../domain/visit.ts";
import type { VisitRecorder } from "../../../rooms/ports.ts";
import { recordOf } from "./record.ts";

/** Delay after a failed attempt, in ms. */
const RETRY_MS = 10_000;

export function visitWaker(book: VisitRecorder): WakerMaker {
  return (store, life) => new VisitClock(book, store, life);
}

class VisitClock implements Waker {
  readonly name = "visit";
  private readonly book: VisitRecorder;
  private readonly store: Store;
  private readonly life: Life;
  private retryAt = 0;

  constructor(book: VisitRecorder, store: Store, life: Life) {
    this.book = book;
    this.store = store;
    this.life = life;
  }

  due(): number | null {
    const visit = this.store.visits.current;
    if (!visit) return null;
    const moment = this.moment();
    const step = dueAt(visit, moment);
    // Nothing is recorded during a turn: the visit's state is known only afterwards.
    const record = visit.is_recorded || !moment.isIdle ? null : Math.max(this.retryAt, this.life.now());
    const times = [step, record].filter((at) => at !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  enter(): void {
    const { visits } = this.store;
    for (let visit = visits.current; visit; visit = visits.current) {
      const step = stepDue(visit, this.moment());
      if (!step || (step.say && !this.said(step.say))) return;
      this.life.change(() => {
        visits.change(step.change);
        const changed = visits.current;
        return changed ? [{ type: "visit", visit: visitView(changed, this.life.now()) }] : [];
      });
    }
  }

  async wake(now: number): Promise<void> {
    const { store, book } = this;
    const visit = store.visits.current;
    if (!visit || visit.is_recorded || now < this.retryAt) return;
    try {
      await book.record(recordOf(store, visit));
      // A change during the write is recorded next time.
      if (store.visits.current === visit) this.life.change(() => this.recorded());
    } catch {
      this.retryAt = now + RETRY_MS;
    }
  }

  private recorded(): EventBody[] {
    this.store.visits.recorded();
    dropCrisisRecords(this.store);
    return [];
  }

  /**
   * Returns whether the message is in the conversation now. Messages from before a crash are not posted
   * twice.
   */
  private said({ agent, text }: Saying): boolean {
    const { visits } = this.store;
    const visit = visits.current;
    const author = visit?.start.names[agent] ?? agent;
    const receipt = this.life.receive({
      type: "notice",
      key: `visit:${visit?.status}:${visit?.is_last_call}:${visit?.message_count}`,
      source: { channel: "system", sender: "visit" },
      spoken_by: { agent, author },
      text,
    });
    return receipt.status !== "refused";
  }

  private moment() {
    const isIdle = this.store.turns.open().every(({ state }) => state === "parked");
    const visit = this.store.visits.current;
    return { now: this.life.now(), isIdle: isIdle || visit === undefined || isClosed(visit.status) };
  }
}
