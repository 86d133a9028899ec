/**
 * Commands that take a while: stored with their acceptance, carried out one after the other, and removed in
 * the commit of their outcome. So each takes effect once, whenever the object dies.
 */
import type { NightjarEvent } from "../../../../src/domain/events.ts";
import type { Log } from "../../../../src/observability/log-port.ts";
import type { RowOf } from "../../../sql/table.ts";
import type { Tables } from "../../../sql/tables.ts";
import { orders } from "../../rows/schema/pending.ts";
import type { Store } from "../../rows/store.ts";

type DeferredCommand = RowOf<typeof orders>;

type DeferredCommandName = DeferredCommand["name"];

interface DeferredCommandsDeps {
  store: Store;
  log: Log;
  now(): number;
  /**
   * Call `isDone` in the commit of the outcome, if there is one. Returns why there is none; rejects when
   * storage fails.
   */
  carryOut(name: DeferredCommandName, isDone: () => void): Promise<string | undefined>;
  broadcast(event: NightjarEvent): void;
}

const MOST_ATTEMPTS = 5;

/** Part of the commit that accepts the command. */
export function deferCommand(sql: Tables, name: DeferredCommandName, now: number): void {
  sql.insert(orders, { name, attempts: 0, at: now });
}

export class DeferredCommands {
  private readonly deps: DeferredCommandsDeps;
  private running: Promise<void> | undefined;
  private isStopped = false;
  /** Whether this life of the object has found no stored command. */
  private isEmpty = false;

  constructor(deps: DeferredCommandsDeps) {
    this.deps = deps;
  }

  /** While a command is left to carry out, the alarm must be set. */
  get hasWork(): boolean {
    return !this.isStopped && this.next() !== undefined;
  }

  /** A command was accepted. */
  added(): void {
    this.isEmpty = false;
  }

  /** Carries out the waiting commands, unless that is running already. Never throws. */
  kick(): void {
    if (this.running || !this.hasWork) return;
    this.running = this.drain()
      .catch((problem: unknown) =>
        this.deps.log.error("deferred_command_broke", { problem: String(problem) }),
      )
      .finally(() => {
        this.running = undefined;
      });
  }

  /** The conversation is being deleted. */
  stop(): void {
    this.isStopped = true;
  }

  private async drain(): Promise<void> {
    for (let next = this.next(); next && !this.isStopped; next = this.next()) await this.attempt(next);
  }

  private async attempt({ id, name, attempts }: DeferredCommand): Promise<void> {
    const { store, carryOut } = this.deps;
    if (attempts >= MOST_ATTEMPTS) return this.close(id, GIVEN_UP[name]);
    // Counted first, so that a command that kills the object each time comes to an end.
    store.sql.update({ of: orders, set: { attempts: attempts + 1 } }, "WHERE id = ?", id);
    const reason = await carryOut(name, () => remove(store.sql, id));
    if (!this.isStopped) this.close(id, reason);
  }

  /** Tells readers why the command had no effect; an effect was already announced. */
  private close(id: number, reason: string | undefined): void {
    const { store, now, broadcast } = this.deps;
    if (reason === undefined) {
      remove(store.sql, id);
      return;
    }
    const event = store.commit(now(), () => {
      remove(store.sql, id);
      return store.log.append({ type: "notice", level: "info", text: reason }, null, now());
    });
    broadcast(event);
  }

  private next(): DeferredCommand | undefined {
    if (this.isEmpty) return undefined;
    const { sql } = this.deps.store;
    const [command] = sql.rows(orders, "ORDER BY id LIMIT 1");
    this.isEmpty = command === undefined;
    return command;
  }
}

export const GIVEN_UP: Record<DeferredCommandName, string> = {
  compact: `The summary was interrupted ${MOST_ATTEMPTS} times, so Nightjar stopped. Ask for it again to retry.`,
  undo_compact: `Undoing the summary was interrupted ${MOST_ATTEMPTS} times, so Nightjar stopped. Ask for it again to retry.`,
};

function remove(sql: Tables, id: number): void {
  sql.remove(orders, "WHERE id = ?", id);
}
