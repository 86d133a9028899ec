/** The conversation that lives in an object: woken from what is stored, rebuilt when that is damaged, erased on demand. */
import type { Failure } from "../../src/domain/errors.ts";
import { parseId } from "../../src/domain/ids.ts";
import type { Alarms } from "./alarms.ts";
import { type Answer, NOT_ERASED, NOT_FOUND, NOT_REBUILT } from "./answers.ts";
import { HotConversation } from "./hot.ts";
import { damageOf } from "./integrity.ts";
import { type Tables, tablesOf } from "./known-tables.ts";
import type { MetaInit } from "./meta.ts";
import { mayUse, type Principal } from "./principal.ts";
import { isFreshId, rebuildObject } from "./rebuild-object.ts";
import { isMigrated } from "./schema.ts";
import type { Services } from "./services.ts";
import { sqlOf } from "./storage-sql.ts";
import { createStore, openStore, type Store } from "./store.ts";
import type { Subscribers } from "./subscribers.ts";

export interface ResidentDeps {
  ctx: DurableObjectState;
  services: Services;
  alarms: Alarms;
  subscribers: Subscribers;
}

export class Resident {
  private readonly deps: ResidentDeps;
  private tables: Tables;
  private awake: HotConversation | undefined;
  /** What is wrong with the stored state, if so: it is rebuilt when somebody next asks for it. */
  private damage: string | undefined;
  private rebuilding: Promise<HotConversation | undefined> | undefined;
  private isErasing = false;

  constructor(deps: ResidentDeps) {
    this.deps = deps;
    this.tables = tablesOf(sqlOf(deps.ctx.storage));
  }

  /** Whatever this object keeps. */
  get sql(): Tables {
    return this.tables;
  }

  /** Nothing was ever kept here. False as well when that cannot be read. */
  get isNew(): boolean {
    try {
      return !isMigrated(this.sql);
    } catch {
      return false;
    }
  }

  /** Undefined until it is found, opened or begun. */
  get hot(): HotConversation | undefined {
    return this.awake;
  }

  /** A new life of the object: goes on with what is stored, if there is anything. */
  load(): void {
    this.damage = damageOf(this.sql);
    const store = this.damage === undefined ? openStore(this.sql, this.deps.services.ids) : undefined;
    if (store) this.begin(store).start();
  }

  /** Creates the conversation if it is new; the same call again changes nothing. */
  async open(init: MetaInit): Promise<HotConversation> {
    const { ids, now } = this.deps.services;
    // An id that was just made cannot have a past: its first message does not wait for a look at the trail.
    const known = isFreshId(init.conversation_id, now()) ? this.hot : await this.found();
    return known ?? this.hot ?? this.begin(createStore(this.sql, init, ids, now()));
  }

  begin(store: Store): HotConversation {
    const { ctx, ...deps } = this.deps;
    const later = (callback: () => void, ms: number) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    };
    const persisted = () => ctx.storage.sync();
    this.awake = new HotConversation({ ...deps, store, later, persisted });
    return this.awake;
  }

  /** What `body` makes of the conversation, if it is there and theirs. */
  async use<T>(principal: Principal, body: (hot: HotConversation) => T): Promise<Answer<T>> {
    try {
      const hot = this.hot ?? (await this.found());
      if (!hot && this.damage !== undefined) return refused(NOT_REBUILT);
      if (!hot || !mayUse(principal, hot.store.meta.owner)) return refused(NOT_FOUND);
      return { ok: true, value: body(hot) };
    } catch (problem) {
      if (this.hot) throw problem;
      this.deps.services.log.error("conversation_not_rebuilt", { problem: String(problem) });
      return refused(NOT_REBUILT);
    }
  }

  /** The conversation, rebuilt from its trail if its own state is missing or damaged. */
  async found(): Promise<HotConversation | undefined> {
    if (this.hot || this.isErasing) return this.hot;
    this.rebuilding ??= this.rebuild().finally(() => {
      this.rebuilding = undefined;
    });
    return this.rebuilding;
  }

  /** Everything is gone; readers are sent away. */
  async erase(principal: Principal): Promise<Answer<true>> {
    const allowed = await this.use(principal, () => true as const);
    if (!allowed.ok || this.isErasing) return allowed;
    this.isErasing = true;
    try {
      await this.eraseAll();
      return allowed;
    } catch (problem) {
      this.deps.services.log.error("conversation_not_erased", { problem: String(problem) });
      return refused(NOT_ERASED);
    } finally {
      this.isErasing = false;
    }
  }

  private async eraseAll(): Promise<void> {
    const { ctx, services } = this.deps;
    for (const socket of ctx.getWebSockets()) socket.close(1000, "The conversation was deleted.");
    const { hot } = this;
    this.awake = undefined;
    await hot?.stop();
    // First, so that whoever is told that it failed can try again.
    if (hot) await services.trail?.removeAll(hot.store.meta.conversation_id);
    await this.clear();
  }

  private async clear(): Promise<Tables> {
    const { storage } = this.deps.ctx;
    await storage.deleteAll();
    this.tables = tablesOf(sqlOf(storage));
    this.deps.alarms.fired();
    return this.tables;
  }

  private async rebuild(): Promise<HotConversation | undefined> {
    const { ctx, services } = this.deps;
    const { ids, now, log, trail, indexed } = services;
    const id = parseId("cnv", ctx.id.name ?? "");
    if (!id || !trail || !indexed) return undefined;
    const clear = () => this.clear();
    const deps = { id, sql: this.sql, ids, now: now(), source: trail, indexed, clear, log };
    const store = await rebuildObject(deps, this.damage);
    if (!store) return undefined;
    this.damage = undefined;
    const hot = this.begin(store);
    hot.start();
    return hot;
  }
}

function refused(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}
