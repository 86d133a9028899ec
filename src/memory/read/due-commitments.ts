/** Due commitments, which every turn brings up unasked. */
import type { RecalledItem } from "../../agent/ports/memory.ts";
import type { Core } from "../ports/core.ts";
import type { Commitment, Scope } from "../ports/model.ts";
import { commitmentLine, SOON_MS } from "../write/commitments.ts";

export interface DueCommitments {
  of(owner: string, scopes: readonly Scope[]): Promise<RecalledItem[]>;
}

const KEEP_MS = 30_000;
const KEEP_READERS = 1_000;
const MOST = 3;

/** Cached for half a minute, so that not every turn pays for the query. */
export function createDueCommitments(core: Core): DueCommitments {
  const known = new Map<string, { until: number; due: Commitment[] }>();
  return {
    async of(owner, scopes) {
      const now = core.now();
      const reader = `${owner} ${scopes.join(" ")}`;
      let found = known.get(reader);
      if (found === undefined || found.until < now) {
        if (known.size > KEEP_READERS) known.clear();
        const due = await core.storage.commitments.due({ owner, scopes }, now + SOON_MS, MOST);
        found = { until: now + KEEP_MS, due };
        known.set(reader, found);
      }
      return found.due.map((commitment) => dueItem(commitment, now));
    },
  };
}

function dueItem(commitment: Commitment, now: number): RecalledItem {
  return {
    id: commitment.id,
    kind: "commitment",
    text: commitmentLine(commitment, now),
    source: "A promise",
    score: 0,
  };
}
