/** Runs the waiting turns, one after the other. The alarm only sees to it that this is started again after a crash. */
import type { TurnId } from "../../../src/domain/ids.ts";
import type { Past } from "../ledger/lost-call.ts";
import type { Store } from "../rows/store.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { TurnRunner } from "./turn-runner.ts";

export interface DrainDeps {
  store: Store;
  runner: TurnRunner;
  now(): number;
  /** Resolves when what was written is on disk. */
  persisted(): Promise<void>;
  /** Called when a turn waits for its time, with that time. */
  wakeAt(at: number): void;
  /** All that was runnable has run. */
  onIdle(): void;
  /** A turn could not even be ended, so storage is at fault. It is tried again when the object is woken. */
  onFailure(problem: unknown): void;
}

export class Drain {
  private readonly deps: DrainDeps;
  /** Turns that were open when this life of the object began: a crash or an eviction cut them off. */
  private readonly cutOff: Map<TurnId, Past>;
  private current: { id: TurnId; controller: AbortController } | undefined;
  private running: Promise<void> | undefined;
  private isStopped = false;

  constructor(deps: DrainDeps) {
    this.deps = deps;
    const open = deps.store.turns.open().filter((turn) => turn.state !== "parked");
    // One runs at a time; in a burst that was still growing none had begun.
    const began = open.find((turn) => turn.ready_at <= deps.store.meta.updated_at)?.id;
    this.cutOff = new Map(open.map(({ id }) => [id, id === began ? "under way" : "waited"]));
  }

  /** Whether a turn is running or may run at once: while it does, the object must be woken again. */
  get hasWork(): boolean {
    if (this.running !== undefined) return true;
    const first = this.first();
    return first !== undefined && this.isReady(first);
  }

  /** When the first turn may run, if all wait for that: ms since the epoch. */
  get waitsUntil(): number | null {
    const first = this.running ? undefined : this.first();
    return first && !this.isReady(first) ? first.ready_at : null;
  }

  kick(): void {
    if (this.running || !this.claim()) return;
    this.running = this.loop();
  }

  /** Stops the running turn, or the one that waits for an answer. Survives a restart in between. */
  halt(): boolean {
    const { store } = this.deps;
    const target = this.current?.id ?? store.turns.open()[0]?.id;
    if (!target) return false;
    store.commit(this.deps.now(), () => store.turns.setState(target, "halting"));
    if (this.current) this.current.controller.abort();
    else this.kick();
    return true;
  }

  /** Nothing runs after this; resolves when the turn that ran has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.current?.controller.abort();
    await this.running;
  }

  private async loop(): Promise<void> {
    try {
      for (let row = this.claim(); row; row = this.claim()) await this.run(row);
    } catch (problem) {
      this.deps.onFailure(problem);
    }
    this.running = undefined;
    this.deps.onIdle();
  }

  private async run(row: TurnRow): Promise<void> {
    const { store, runner, now } = this.deps;
    const past = this.cutOff.get(row.id) ?? "fresh";
    this.cutOff.delete(row.id);
    const controller = new AbortController();
    this.current = { id: row.id, controller };
    try {
      if (past !== "fresh") {
        store.commit(now(), () => store.turns.countAttempt(row));
        // A turn that kills the object at once must not take the count with it.
        await this.deps.persisted();
      }
      await runner.run(row, controller.signal, past);
    } catch (problem) {
      this.cutOff.set(row.id, "under way");
      throw problem;
    } finally {
      this.current = undefined;
    }
  }

  /** The one to run now. When it has to wait for its time, the object is woken then. */
  private claim(): TurnRow | undefined {
    const first = this.first();
    if (!first || this.isReady(first)) return first;
    this.deps.wakeAt(first.ready_at);
    return undefined;
  }

  /** A burst that still grows holds back what came after it, so that order is kept. */
  private first(): TurnRow | undefined {
    if (this.isStopped) return undefined;
    return this.deps.store.turns.next();
  }

  private isReady(turn: TurnRow): boolean {
    return turn.ready_at <= this.deps.now();
  }
}
