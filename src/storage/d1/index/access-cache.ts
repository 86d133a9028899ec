/** Cache of access rules for the front door, so that the first token does not wait for D1. */
import type { Source } from "../../../domain/inbound.ts";
import { SwrCache } from "../../../platform/swr-cache.ts";
import type { AccessRules } from "../../../routing/access/access.ts";
import type { AccessRuleStore } from "./access-rules.ts";

export class AccessCache {
  private readonly cached: SwrCache<AccessRules, Source>;

  constructor(store: Pick<AccessRuleStore, "of">, now: () => number) {
    this.cached = new SwrCache({
      read: (source) => store.of(source),
      now,
      keyOf,
      stale_ms: 30_000,
      on_failure: "reject",
      most: 2_000,
    });
  }

  /** Rejects when D1 fails and no recent reading is cached. */
  of(source: Source): AccessRules | Promise<AccessRules> {
    return this.cached.get(source);
  }

  /** Call it after a rule was changed in this isolate. */
  forgetAll(): void {
    this.cached.forgetAll();
  }
}

function keyOf({ channel, account = "", sender, thread = "", is_group }: Source): string {
  return JSON.stringify([channel, account, sender, is_group ? thread : ""]);
}
