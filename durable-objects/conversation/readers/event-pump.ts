/**
 * Sends a running turn's events: broadcast first, then stored with the next commit, at 1 KB of text or after
 * 2 s, whichever comes first. After a crash, `reset` announces which shown text is void.
 */

import type { EventBody, NightjarEvent } from "../../../src/domain/events.ts";
import type { TurnId } from "../../../src/domain/ids.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import { saveMeta } from "../rows/meta.ts";
import type { Store } from "../rows/store.ts";
import { DeltaMerger } from "./delta-merger.ts";
import type { ReaderPaces } from "./ports.ts";

const STORE_AT_LENGTH = 1_024;

interface PumpDeps {
  store: Store;
  now(): number;
  broadcast(event: NightjarEvent): void;
  later: Later;
  paces: Pick<ReaderPaces, "store_after_ms">;
}

export class EventPump {
  private readonly deps: PumpDeps;
  private readonly merger: DeltaMerger;
  private turn_id: TurnId | null = null;
  private follow: (body: EventBody) => void = () => undefined;
  /** Cancels the timer that would store pending events. */
  private storing: (() => void) | undefined;

  constructor(deps: PumpDeps) {
    this.deps = deps;
    this.merger = new DeltaMerger({ emit: (body) => this.emit(body), now: deps.now, later: deps.later });
  }

  /** `follow` receives each event as it happens, before it is merged or sent. */
  open(turn_id: TurnId, follow: (body: EventBody) => void): void {
    this.turn_id = turn_id;
    this.follow = follow;
  }

  push(body: EventBody): void {
    this.follow(body);
    this.merger.push(body);
  }

  /** Sends the text that the delta merger holds. */
  flush(): void {
    this.merger.flush();
  }

  /** Stores pending events in a commit of its own. */
  keep(): void {
    this.merger.flush();
    this.store();
  }

  /** Ends the turn. Events that its last commit has stored need no timer any more. */
  close(): void {
    this.merger.close();
    if (this.deps.store.log.unstoredLength > 0) return;
    this.storing?.();
    this.storing = undefined;
  }

  /** Stores pending events as part of the caller's commit. */
  storeWithinTransaction(): void {
    this.merger.flush();
    this.deps.store.log.store(this.deps.now(), true);
    saveMeta(this.deps.store.sql, this.deps.store.meta);
  }

  private emit(body: EventBody): void {
    const { store, now, broadcast } = this.deps;
    if (store.log.needsReserve) this.store();
    broadcast(store.log.append(body, this.turn_id, now()));
    const { unstoredLength } = store.log;
    if (unstoredLength >= STORE_AT_LENGTH) this.store();
    else if (unstoredLength > 0) this.storeLater();
  }

  private storeLater(): void {
    this.storing ??= this.deps.later(() => {
      this.storing = undefined;
      if (this.deps.store.log.unstoredLength > 0) this.store();
    }, this.deps.paces.store_after_ms);
  }

  private store(): void {
    const { store, now } = this.deps;
    store.sql.transaction(() => {
      store.log.store(now(), true);
      saveMeta(store.sql, store.meta);
    });
  }
}
