/** A gardener looks after its conversation's plants a moment after each turn. */
import type { WakerMaker } from "../../../durable-objects/conversation/wakers/waker.ts";

const GARDENER = "gardener";
const LOOK_AFTER_MS = 100;

/** `water` is called once for each turn of a gardener's conversation. Never throws. */
export function gardenWaker(water: (conversation_id: string) => Promise<void>): WakerMaker {
  return ({ meta }) => {
    let watered = 0;
    const due = () =>
      meta.agent === GARDENER && meta.turn_count > watered ? meta.updated_at + LOOK_AFTER_MS : null;
    return {
      name: "garden",
      due,
      async wake(now) {
        if ((due() ?? Number.POSITIVE_INFINITY) > now) return;
        watered = meta.turn_count;
        await water(meta.conversation_id);
      },
    };
  };
}
