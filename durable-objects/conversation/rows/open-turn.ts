/** The turn that an earlier life of the object left open, as the monitor and readers are shown it. */

import type { LiveTurn } from "../../../src/domain/conversation/live-turn.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { Store } from "./store.ts";
import type { TurnRow } from "./turns/turns.ts";

type Started = Extract<NightjarEvent, { type: "turn_start" }>;

/** Null when none was begun. */
export function openTurn(store: Store): LiveTurn | null {
  for (const row of store.turns.open()) {
    const started = startOf(store, row);
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

/** How it began; undefined when nothing of it is stored. */
export function startOf(store: Store, row: TurnRow): Started | undefined {
  for (const event of store.log.since(row.start_seq))
    if (event.type === "turn_start" && event.turn_id === row.id) return event;
  return undefined;
}
