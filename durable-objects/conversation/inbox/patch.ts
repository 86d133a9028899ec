/** A person changes a conversation's title, agent, model or mode. */
import { definedOf } from "../../../src/domain/defined.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { MetaChange } from "../rows/meta.ts";
import type { Store } from "../rows/store.ts";

/** Undefined fields stay as they are. Returns the stored events to broadcast. */
export function patch(
  store: Store,
  { outside_checked, ...change }: MetaChange,
  now: number,
): NightjarEvent[] {
  return store.commit(now, () => {
    Object.assign(store.meta, definedOf(change));
    if (outside_checked) store.meta.checked_at = now;
    store.meta.revision += 1;
    if (change.title === undefined) return [];
    store.meta.title_by = "person";
    return [store.log.append({ type: "title", title: change.title }, null, now)];
  });
}
