/**
 * Removes deleted messages from the trail and from memory after the deletion was confirmed to its person, and
 * retries until done.
 */

import type { RowOf } from "../../sql/table.ts";
import { erasures } from "../rows/schema/pending.ts";
import type { Store } from "../rows/store.ts";
import type { TrailWriter } from "../trail/writer.ts";
import { eraseFromTrail } from "./erase-trail.ts";
import type { DeletionPorts } from "./ports.ts";

const LAST_RETRY_MS = 300_000;

interface EraserDeps {
  store: Store;
  ports: DeletionPorts;
  writer: Pick<TrailWriter, "flush" | "alone">;
}

export class Eraser {
  private readonly deps: EraserDeps;
  private running: Promise<void> | undefined;
  private retryMs: number;
  private dueAt: number | null;
  private isStopped = false;

  constructor(deps: EraserDeps) {
    const { store, ports } = deps;
    this.deps = deps;
    this.retryMs = ports.paces.erasure_retry_ms;
    this.dueAt = store.sql.number({ of: erasures, is: "1" }, "LIMIT 1") === null ? null : ports.now();
  }

  /** Time at which the object must be awake for the erasure, in ms since the epoch, or null. */
  get due(): number | null {
    return this.dueAt;
  }

  /** A message was deleted. */
  touch(): void {
    this.dueAt = this.deps.ports.now();
  }

  /** Never rejects; one run at a time. */
  run(): Promise<void> {
    this.running ??= this.runOnce().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.dueAt = null;
    await this.running;
  }

  private async runOnce(): Promise<void> {
    const { store, ports } = this.deps;
    this.dueAt = null;
    try {
      for (const row of store.sql.rows(erasures, "ORDER BY message_id")) await this.erase(row);
      this.retryMs = ports.paces.erasure_retry_ms;
    } catch (problem) {
      ports.log.warn("deletion_not_finished", { retry_ms: this.retryMs, problem: String(problem) });
      this.dueAt = this.isStopped ? null : ports.now() + this.retryMs;
      this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS);
    }
  }

  private async erase({ message_id, what }: RowOf<typeof erasures>): Promise<void> {
    if (this.isStopped) return;
    const { store, ports, writer } = this.deps;
    // First writes a snapshot that includes the deletion, so that a rebuild in between has the right head.
    await writer.flush();
    await writer.alone(() => eraseFromTrail(store, ports.trail, { ...what, message_id }));
    await ports.forgetMessage(store.meta, message_id);
    if (what.recording) await ports.removeRecording(what.recording);
    store.sql.remove(erasures, "WHERE message_id = ?", message_id);
  }
}
