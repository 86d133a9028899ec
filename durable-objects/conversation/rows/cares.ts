/** How long a visit knows that somebody was in danger: as long as they are in it. */
import type { Store } from "./store.ts";

/** Of who is out of it nothing is kept here, once the lists of the house know it. */
export function dropCares({ visits, members, meta }: Pick<Store, "visits" | "members" | "meta">): void {
  const visit = visits.current;
  if (!visit?.is_recorded) return;
  const kept = Object.entries(visit.crisis).filter(
    ([person]) => person === meta.owner || members.get(person) !== undefined,
  );
  visits.keepCares(Object.fromEntries(kept));
}
