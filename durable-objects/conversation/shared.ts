/** The conversation among people: who belongs to it, who is on a visit, and the places that show it. */
import type { Result } from "../../src/domain/errors.ts";
import type { Source } from "../../src/domain/inbound.ts";
import type { Principal } from "../../src/domain/principal.ts";
import type { VisitView } from "../../src/domain/visit.ts";
import type { Share } from "./inbox/share.ts";
import type { JoinStatus, VisitJoiner } from "./inbox/visit-membership.ts";
import { ReadableConversation } from "./readable.ts";
import { Mirrors } from "./rows/outgoing/mirrors.ts";
import { ShutPlaces } from "./rows/outgoing/shut-places.ts";

export class SharedConversation extends ReadableConversation {
  async share(principal: Principal, request: Share): Promise<Result<true>> {
    const shared = await this.use(principal, "manage", async (awake) => {
      const refusal = awake.changes.share(request);
      await this.sockets.audience.settle();
      return refusal;
    });
    if (!shared.ok) return shared;
    const refusal = await shared.value;
    return refusal ? { ok: false, failure: refusal } : { ok: true, value: true };
  }

  /** Anybody may remove themselves. Their open connections here are closed at once. */
  async unshare(principal: Principal, person: string): Promise<Result<true>> {
    const right = principal.owner === person ? "read" : "manage";
    const removed = await this.use(principal, right, async (awake) => {
      const unshared = awake.changes.unshare(person);
      await this.sockets.audience.settle();
      return unshared;
    });
    if (!removed.ok) return removed;
    await removed.value;
    return { ok: true, value: true };
  }

  /** Turns the mirroring of other places into that chat on or off. */
  async mirror(principal: Principal, place: Source, isShown: boolean): Promise<Result<true>> {
    return this.use(principal, "manage", ({ store }) => {
      const mirrors = new Mirrors(store.sql);
      store.sql.transaction(() => (isShown ? mirrors.put(place) : mirrors.remove(place)));
      return true as const;
    });
  }

  /** The platform reports that nothing arrives in that place any more; `reason` null: it is open again. */
  async shut(place: Source, reason: string | null): Promise<void> {
    const awake = await this.lifecycle.found();
    if (!awake) return;
    const { sql } = awake.store;
    const places = new ShutPlaces(sql);
    sql.transaction(() => (reason === null ? places.open(place) : places.put(place, reason)));
  }

  /** Adds somebody to the visit, in the name of the doorkeeper who admits them. */
  async comeIn(doorkeeper: Principal, who: VisitJoiner): Promise<Result<JoinStatus>> {
    return this.use(doorkeeper, "manage", (awake) => awake.changes.comeIn(who));
  }

  /** Ends the visit for this person, and with the last one for all. Idempotent. */
  async leave(principal: Principal): Promise<Result<VisitView | null>> {
    const known = await this.visit(principal);
    if (!known.ok || known.value?.ended_at) return known;
    const left = await this.use(principal, "say", async (awake) => {
      awake.changes.leave(principal);
      await this.sockets.audience.settle();
    });
    if (!left.ok) return left;
    await left.value;
    return this.visit(principal);
  }

  /** Removes a person who is being erased everywhere: membership and visit, but not their messages. */
  async forget(principal: Principal, person: string): Promise<Result<true>> {
    const forgotten = await this.use(principal, "manage", (awake) => awake.changes.forget(person));
    if (!forgotten.ok) return forgotten;
    await forgotten.value;
    await this.sockets.audience.settle();
    return { ok: true, value: true };
  }

  /** Checks a person's open connections after a change of their rights. Returns whether any is still open. */
  async recheck(person: string): Promise<boolean> {
    return this.sockets.audience.recheck(person);
  }
}
