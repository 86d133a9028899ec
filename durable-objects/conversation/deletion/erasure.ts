/** Deletion of a whole conversation: once begun it completes, even if the machine stops in the middle. */
import type { Alarms } from "../alarms.ts";
import type { Store } from "../rows/store.ts";
import { ownFiles } from "../rows/temporary.ts";
import { recordingsOf } from "../views/recordings.ts";
import { sourcesView } from "../views/sources.ts";
import type { DeletionPorts } from "./ports.ts";

interface ErasureDeps {
  ports: Pick<
    DeletionPorts,
    "now" | "paces" | "trail" | "sources" | "forgetConversation" | "removeFile" | "removeRecording"
  >;
  alarms: Pick<Alarms, "ensure">;
  /** Deletes everything that the object stores. */
  clear(): Promise<unknown>;
}

export class Erasure {
  private readonly deps: ErasureDeps;
  private store: Store | undefined;
  private running: Promise<void> | undefined;

  constructor(deps: ErasureDeps) {
    this.deps = deps;
  }

  /** Whether it has begun: the conversation is gone for everybody then. */
  get isUnderWay(): boolean {
    return this.store !== undefined;
  }

  /** `stop` ends the conversation's running work. Resolves and rejects like `finish`. */
  begin(store: Store, stop: () => Promise<void>): Promise<void> {
    const { meta } = store;
    store.commit(this.deps.ports.now(), () => {
      meta.erasing = true;
    });
    this.goOn(store);
    return this.alone(() => stop().then(() => this.run(store)));
  }

  /** Resumes an erasure of an earlier life: the alarm finishes it. */
  goOn(store: Store): void {
    this.store = store;
    this.tryLater();
  }

  /**
   * Resolves when nothing is left, at once when nothing is under way. Rejects when a store is unavailable;
   * the alarm then tries again.
   */
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

  private async run(store: Store): Promise<void> {
    const { ports, clear } = this.deps;
    const { meta } = store;
    this.tryLater();
    // Files of other conversations stay: their person finds them among their files.
    if (meta.temporary) for (const id of ownFiles(store)) await ports.removeFile(meta.owner, id);
    for (const recording of recordingsOf(store)) await ports.removeRecording(recording);
    const hashes = new Set(sourcesView(store).items.map(({ hash }) => hash));
    await ports.sources.drop(meta.owner, meta.conversation_id, [...hashes]);
    await ports.forgetConversation(meta);
    await ports.trail.removeAll(meta.conversation_id);
    // The mark that an erasure is under way goes last.
    await clear();
    this.store = undefined;
  }

  private tryLater(): void {
    const { ports, alarms } = this.deps;
    alarms.ensure(ports.now() + ports.paces.erasure_retry_ms, "erasure");
  }
}
