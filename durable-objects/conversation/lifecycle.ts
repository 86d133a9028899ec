/**
 * The conversation that lives in an object: woken from its stored state, rebuilt when that is damaged, erased
 * on demand.
 */
import type { Failure, Result } from "../../src/domain/errors.ts";
import { parseId, trustId } from "../../src/domain/ids.ts";
import { mayUse, type Principal, type Right } from "../../src/domain/principal.ts";
import { sqlOf } from "../sql/storage-sql.ts";
import type { Tables } from "../sql/tables.ts";
import type { Alarms } from "./alarms.ts";
import { AwakeConversation } from "./awake.ts";
import { isFreshId, rebuildObject } from "./birth/rebuild-object.ts";
import { Erasure } from "./deletion/erasure.ts";
import type { PortsByFolder } from "./ports.ts";
import { inherit } from "./readers/inherited.ts";
import type { Subscribers } from "./readers/subscribers.ts";
import { NOT_ALLOWED, NOT_ERASED, NOT_FOUND, NOT_REBUILT, TOO_NEW } from "./results.ts";
import { damageOf, isTooNew } from "./rows/integrity.ts";
import type { MetaInit } from "./rows/meta.ts";
import { tablesOf } from "./rows/schema/schema.ts";
import { createStore, openStore, placeOf, type Store } from "./rows/store.ts";
import { endOf } from "./rows/temporary.ts";

interface LifecycleDeps {
  ctx: DurableObjectState;
  ports: PortsByFolder;
  alarms: Alarms;
  subscribers: Subscribers;
}

const LOOK_AGAIN_MS = 60_000;

export class Lifecycle {
  private readonly deps: LifecycleDeps;
  private tables: Tables;
  private current: AwakeConversation | undefined;
  /** The damage found in the stored state. The next call that needs the conversation rebuilds it. */
  private damage: string | undefined;
  private isTooNew = false;
  private rebuilding: Promise<AwakeConversation | undefined> | undefined;
  private readonly erasure: Erasure;

  constructor(deps: LifecycleDeps) {
    this.deps = deps;
    const { ports, alarms } = deps;
    this.erasure = new Erasure({ ports: ports.deletion, alarms, clear: () => this.clear() });
    this.tables = tablesOf(sqlOf(deps.ctx.storage));
  }

  /** The tables of this object. */
  get sql(): Tables {
    return this.tables;
  }

  /** Whether nothing was ever stored here. False as well when that cannot be read. */
  get isNew(): boolean {
    try {
      return !this.sql.isMigrated;
    } catch {
      return false;
    }
  }

  /** Undefined until the conversation is found, opened or begun. */
  get awake(): AwakeConversation | undefined {
    return this.current;
  }

  /** Starts a new life of the object from its stored state, if there is any. */
  load(): void {
    this.isTooNew = isTooNew(this.sql);
    if (this.isTooNew) return;
    this.damage = damageOf(this.sql);
    const store = this.damage === undefined ? openStore(this.sql, this.deps.ports.birth.ids) : undefined;
    if (store?.meta.erasing) this.erasure.goOn(store);
    else if (store) this.begin(store).start();
  }

  /** Reason why no call may touch the stored state, if so. */
  get refusal(): Failure | undefined {
    return this.isTooNew ? TOO_NEW : undefined;
  }

  /** Creates the conversation if it is new. Idempotent. */
  async open(init: MetaInit): Promise<AwakeConversation> {
    const { ids, now } = this.deps.ports.birth;
    await this.erasure.finish();
    // A fresh id has no past: its first message need not wait for a look at the trail.
    const known = isFreshId(init.conversation_id, now()) ? this.awake : await this.found();
    return known ?? this.awake ?? this.begin(createStore(this.sql, init, { ids, now: now() }));
  }

  begin(store: Store): AwakeConversation {
    const { ctx, ...deps } = this.deps;
    const later = (callback: () => void, ms: number) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    };
    const persisted = () => ctx.storage.sync();
    this.current = new AwakeConversation({ ...deps, store, later, persisted });
    return this.current;
  }

  /** The tables of an object in which nothing is left of an erasure. Rejects when that can't be finished. */
  async emptied(): Promise<Tables> {
    await this.erasure.finish();
    return this.sql;
  }

  /** The result of `body`, if the conversation exists and the principal has the right. */
  async use<T>(
    principal: Principal,
    right: Right,
    body: (awake: AwakeConversation) => T,
  ): Promise<Result<T>> {
    try {
      if (this.refusal) return refused(this.refusal);
      const awake = this.awake ?? (await this.found());
      if (!awake && this.damage !== undefined) return refused(NOT_REBUILT);
      if (awake) await inherit(awake.store, principal, this.deps.ports.readers);
      const place = awake && placeOf(awake.store);
      if (!awake || !place || !mayUse(principal, place, "read")) return refused(NOT_FOUND);
      if (!mayUse(principal, place, right)) return refused(NOT_ALLOWED);
      return { ok: true, value: body(awake) };
    } catch (problem) {
      if (this.awake) throw problem;
      this.deps.ports.birth.log.error("conversation_not_rebuilt", { problem: String(problem) });
      return refused(NOT_REBUILT);
    }
  }

  /** The conversation, rebuilt from its trail if its own state is missing or damaged; `isRestored`: as was to be expected. */
  async found(isRestored = false): Promise<AwakeConversation | undefined> {
    if (this.awake || this.erasure.isUnderWay || this.isTooNew) return this.awake;
    this.rebuilding ??= this.rebuild(isRestored).finally(() => {
      this.rebuilding = undefined;
    });
    return this.rebuilding;
  }

  /** Writes what waits for the index and the trail. Rejects when the stored state needs newer code. */
  async settle(): Promise<void> {
    if (this.refusal) throw new Error(this.refusal.reason);
    await (await this.found())?.flush();
  }

  /** Builds the conversation from the index and the trail that a backup has brought. Idempotent. */
  async restore(): Promise<void> {
    if (await this.found(true)) return;
    // A conversation in which nothing has been said has no trail.
    const { ctx, ports } = this.deps;
    const init = await ports.birth.indexed(trustId(ctx.id.name ?? ""));
    if (!init) throw new Error("The conversation is not in the index.");
    await this.open(init);
  }

  /** The object's alarm. Never rejects. */
  async wake(): Promise<void> {
    // The newer version handles the work that is due there.
    if (this.isTooNew) this.deps.alarms.ensure(this.deps.ports.birth.now() + LOOK_AGAIN_MS, "newer version");
    else if (this.erasure.isUnderWay) await this.erased(this.erasure.finish());
    else if (this.isOver()) await this.end();
    else await this.awake?.wake();
  }

  /** Whether the conversation was not to stay, and its time has passed. */
  private isOver(): boolean {
    const at = this.awake && endOf(this.awake.store);
    return at != null && at <= this.deps.ports.deletion.now();
  }

  /** Deletes everything and sends readers away. */
  async erase(principal: Principal): Promise<Result<true>> {
    const allowed = await this.use(principal, "manage", (awake) => awake);
    if (!allowed.ok) return allowed;
    return (await this.end()) ? { ok: true, value: true } : refused(NOT_ERASED);
  }

  /** False when a part is left, which the alarm deletes. Never rejects. */
  private async end(): Promise<boolean> {
    const { awake } = this;
    if (!awake) return true;
    this.current = undefined;
    return this.erased(this.erasure.begin(awake.store, () => this.stopped(awake)));
  }

  private async erased(work: Promise<void>): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (problem) {
      this.deps.ports.deletion.log.error("conversation_not_erased", { problem: String(problem) });
      return false;
    }
  }

  private async stopped(awake: AwakeConversation): Promise<void> {
    for (const socket of this.deps.ctx.getWebSockets()) socket.close(1000, "The conversation was deleted.");
    await awake.stop();
  }

  private async clear(): Promise<Tables> {
    const { storage } = this.deps.ctx;
    await storage.deleteAll();
    this.tables = tablesOf(sqlOf(storage));
    this.deps.alarms.fired();
    return this.tables;
  }

  private async rebuild(isRestored: boolean): Promise<AwakeConversation | undefined> {
    const { ctx, ports } = this.deps;
    const { ids, kinds, now, log, trail, indexed } = ports.birth;
    const id = parseId("cnv", ctx.id.name ?? "");
    if (!id) return undefined;
    const clear = () => this.clear();
    const deps = {
      id,
      sql: this.sql,
      ids,
      kinds,
      now: now(),
      source: trail,
      indexed,
      clear,
      log,
      isRestored,
    };
    const store = await rebuildObject(deps, this.damage);
    if (!store) return undefined;
    this.damage = undefined;
    const awake = this.begin(store);
    awake.start();
    return awake;
  }
}

function refused(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}
