/** The deletion of a whole conversation: once it has begun it comes to its end, though the machine stops in the middle. */
import type { Alarms } from "../alarms.ts";
import type { Store } from "../rows/store.ts";
import type { DeletionPorts } from "./ports.ts";

export interface ErasureDeps {
  ports: Pick<DeletionPorts, "now" | "paces" | "trail" | "forgetConversation">;
  alarms: Pick<Alarms, "ensure">;
  /** Takes away all that the object keeps. */
  clear(): Promise<unknown>;
}

export class Erasure {
  private readonly deps: ErasureDeps;
  private store: Store | undefined;
  private running: Promise<void> | undefined;

  constructor(deps: ErasureDeps) {
    this.deps = deps;
  }

  /** From here on the conversation is gone for everybody. */
  get isUnderWay(): boolean {
    return this.store !== undefined;
  }

  /** `stop` ends what runs in the conversation. Resolves and rejects as `finish`. */
  begin(store: Store, stop: () => Promise<void>): Promise<void> {
    const { meta } = store;
    store.commit(this.deps.ports.now(), () => {
      meta.erasing = true;
    });
    this.goOn(store);
    return this.alone(() => stop().then(() => this.run(store)));
  }

  /** An earlier life of the object has begun it: the alarm finishes it. */
  goOn(store: Store): void {
    this.store = store;
    this.tryLater();
  }

  /** Resolves when nothing is left, at once when nothing is under way. Rejects when a store is unavailable: the alarm tries again. */
  async finish(): Promise<void> {
    const { store } = this;
    if (store) await this.alone(() => this.run(store));
  }

  private alone(work: () => Promise<void>): Promise<void> {
    this.running ??= work().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async run({ meta }: Store): Promise<void> {
    const { ports, clear } = this.deps;
    this.tryLater();
    await ports.forgetConversation(meta);
    await ports.trail.removeAll(meta.conversation_id);
    // What tells that it is under way goes last.
    await clear();
    this.store = undefined;
  }

  private tryLater(): void {
    const { ports, alarms } = this.deps;
    alarms.ensure(ports.now() + ports.paces.erasure_retry_ms, "erasure");
  }
}
