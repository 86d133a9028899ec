/** The semi-stable part of each agent's prompt as last written, kept unchanged while providers cache it. */

import { type KeptPrefix, keptPrefix, type Prefix } from "../../../../src/agent/context/prefix.ts";
import type { ContextTier } from "../../../../src/domain/inbound.ts";
import type { Tables } from "../../../sql/tables.ts";
import { prefixes } from "../schema/prompt.ts";
import { turns } from "../schema/talk.ts";

/** Key of a prefix: an agent has one for each tier. */
interface PrefixOwner {
  agent: string;
  tier: ContextTier;
}

export class Prefixes {
  private readonly sql: Tables;
  /** Time for which a provider caches a prompt, in ms. */
  private readonly lifetime: number;
  private readonly known = new Map<string, Prefix>();
  private readonly unsaved = new Map<string, PrefixOwner & { prefix: Prefix }>();
  private usedAt: number | undefined;

  constructor(sql: Tables, lifetime: number) {
    this.sql = sql;
    this.lifetime = lifetime;
  }

  /** The prefix for this turn, and the changes that go into the dynamic block. */
  settle({ agent, tier }: PrefixOwner, current: Prefix, now: number): KeptPrefix {
    const key = `${agent} ${tier}`;
    const kept = this.known.get(key) ?? storedPrefix(this.sql, { agent, tier });
    if (kept) this.usedAt ??= lastTurnEnd(this.sql);
    const settled = keptPrefix(kept, current, now - (this.usedAt ?? 0) > this.lifetime);
    this.known.set(key, settled.prefix);
    if (settled.prefix !== kept) this.unsaved.set(key, { agent, tier, prefix: settled.prefix });
    return settled;
  }

  /** Saved with the end of a turn, so that it costs no commit of its own. */
  save(now: number): void {
    this.usedAt = now;
    for (const { agent, tier, prefix } of this.unsaved.values()) {
      const { stamp, sections } = prefix;
      this.sql.put(prefixes, { agent, tier, stamp, sections: [...sections] });
    }
    this.unsaved.clear();
  }
}

export function storedPrefix(sql: Tables, { agent, tier }: PrefixOwner): Prefix | undefined {
  const written = { of: prefixes, columns: ["stamp", "sections"] } as const;
  return sql.pick(written, "WHERE agent = ? AND tier = ?", agent, tier)[0];
}

/** ms since the epoch; 0 when no turn has ended yet. */
function lastTurnEnd(sql: Tables): number {
  const ended = { of: turns, is: "ended_at" };
  return sql.number(ended, "WHERE ended_at IS NOT NULL ORDER BY id DESC LIMIT 1") ?? 0;
}
