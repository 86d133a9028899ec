/** Runs the queued turns one after the other. The alarm only restarts it after a crash. */
import type { TurnId } from "../../../src/domain/ids.ts";
import type { Past } from "../ledger/lost-call.ts";
import type { Store } from "../rows/store.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { TurnRunner } from "./turn-runner.ts";

interface DrainDeps {
  store: Store;
  runner: TurnRunner;
  now(): number;
  /** Resolves when all writes are on disk. */
  persisted(): Promise<void>;
  /** Called with a turn's start time when it must wait until then. */
  wakeAt(at: number): void;
  /** Called when no turn is left to run. */
  onIdle(): void;
  /**
   * Called when a turn could not even be ended, which means that storage fails. The turn is tried again when
   * the object wakes.
   */
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
    // One runs at a time; a turn whose burst was still growing had not begun.
    const began = open.find((turn) => turn.ready_at <= deps.store.meta.updated_at)?.id;
    this.cutOff = new Map(open.map(({ id }) => [id, id === began ? "under way" : "waited"]));
  }

  /** Whether a turn is running or could run at once. While it does, the alarm must be set. */
  get hasWork(): boolean {
    if (this.running !== undefined) return true;
    const first = this.first();
    return first !== undefined && this.isReady(first);
  }

  /** Start of the first turn when all wait for their time, in ms since the epoch. */
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

  /** Starts no further turn; resolves when the running one has ended. */
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
        // The attempt count must be on disk before the turn can kill the object.
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

  /** The turn to run now. When it must wait for its time, the alarm is set for then. */
  private claim(): TurnRow | undefined {
    const first = this.first();
    if (!first || this.isReady(first)) return first;
    this.deps.wakeAt(first.ready_at);
    return undefined;
  }

  /** A burst that still grows holds back what came after it, so that the order is kept. */
  private first(): TurnRow | undefined {
    if (this.isStopped) return undefined;
    return this.deps.store.turns.next();
  }

  private isReady(turn: TurnRow): boolean {
    return turn.ready_at <= this.deps.now();
  }
}
