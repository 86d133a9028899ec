/** The turn that an earlier life of the object left open, as the monitor and readers see it. */

import type { LiveTurn } from "../../../src/domain/conversation/live-turn.ts";
import type { Store } from "./store.ts";

/** Null when no open turn had begun. */
export function openTurn(store: Store): LiveTurn | null {
  for (const row of store.turns.open()) {
    const started = store.log.startOf(row.id, row.start_seq);
    if (!started) continue;
    const { agent, model, ts: since } = started;
    return {
      turn_id: row.id,
      state: row.state === "parked" ? "parked" : "thinking",
      agent,
      model,
      step: 1,
      since,
    };
  }
  return null;
}
