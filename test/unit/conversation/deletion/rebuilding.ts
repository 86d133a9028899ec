/** A conversation that is made anew of its trail. */

import { rebuild } from "../../../../durable-objects/conversation/birth/rebuild.ts";
import { NO_SALVAGE } from "../../../../durable-objects/conversation/birth/rebuild-salvage.ts";
import type { Store } from "../../../../durable-objects/conversation/rows/store.ts";
import { CHANNELS } from "../../../../src/channels/channel-list.ts";
import { createIds } from "../../../../src/domain/ids.ts";
import { NodeSql } from "../../../support/node-sql.ts";

/** What the trail alone gives a new object. */
export async function rebuilding(texts: readonly string[]): Promise<Store> {
  async function* segments() {
    for (const text of texts) {
      const first_seq = JSON.parse(text.split("\n")[0] ?? "{}").seq as number;
      yield { day: "2026-01-01", first_seq, text };
    }
  }
  const ids = createIds(
    () => 0,
    (bytes) => bytes.fill(7),
  );
  const input = {
    sql: new NodeSql(),
    ids,
    kinds: CHANNELS,
    now: 0,
    segments: segments(),
    salvage: NO_SALVAGE,
    init: undefined,
  };
  const rebuilt = await rebuild(input);
  if (!rebuilt) throw new Error("nothing to rebuild from");
  return rebuilt.store;
}
