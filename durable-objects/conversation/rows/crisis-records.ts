/** Drops the notes about persons in danger once they are out of the visit. */
import type { Store } from "./store.ts";

/**
 * Notes about members and the owner stay. The others are dropped as soon as the visit is recorded in the
 * index.
 */
export function dropCrisisRecords({
  visits,
  members,
  meta,
}: Pick<Store, "visits" | "members" | "meta">): void {
  const visit = visits.current;
  if (!visit?.is_recorded) return;
  const kept = Object.entries(visit.crisis).filter(
    ([person]) => person === meta.owner || members.get(person) !== undefined,
  );
  visits.keepCares(Object.fromEntries(kept));
}
