/** Cache of access rules for the front door, so that the first token does not wait for D1. */
import type { Source } from "../../../domain/inbound.ts";
import type { AccessRules } from "../../../routing/access/access.ts";
import type { AccessRuleStore } from "./access-rules.ts";

/** How long a rule made elsewhere may go unseen here. */
const FRESH_MS = 2_000;
/** An older reading is not used until it has been read again. */
const STALE_MS = 30_000;
const MOST = 2_000;

export class AccessCache {
  private readonly store: Pick<AccessRuleStore, "of">;
  private readonly now: () => number;
  private readonly known = new Map<string, { rules: AccessRules; read_at: number }>();

  constructor(store: Pick<AccessRuleStore, "of">, now: () => number) {
    this.store = store;
    this.now = now;
  }

  /** Rejects when D1 fails and no recent reading is cached. */
  of(source: Source): AccessRules | Promise<AccessRules> {
    const known = this.known.get(keyOf(source));
    const age = known ? this.now() - known.read_at : STALE_MS;
    if (!known || age >= STALE_MS) return this.renew(source);
    if (age >= FRESH_MS) void this.renew(source).catch(() => undefined);
    return known.rules;
  }

  /** Call it after a rule was changed in this isolate. */
  forgetAll(): void {
    this.known.clear();
  }

  private async renew(source: Source): Promise<AccessRules> {
    const read_at = this.now();
    const rules = await this.store.of(source);
    if (this.known.size >= MOST) this.known.clear();
    this.known.set(keyOf(source), { rules, read_at });
    return rules;
  }
}

function keyOf({ channel, account = "", sender, thread = "", is_group }: Source): string {
  return JSON.stringify([channel, account, sender, is_group ? thread : ""]);
}
