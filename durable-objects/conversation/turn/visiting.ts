/**
 * The visit, as the casting of a turn sees it. The decision is stored, so it is made once per turn and stays
 * the same after a crash.
 */
import type { EventBody } from "../../../src/domain/events.ts";
import { visitView } from "../../../src/domain/visit/view.ts";
import type { Decision, Visit } from "../../../src/domain/visit.ts";
import type { Visiting } from "../context/visiting.ts";
import { meterModel } from "../ledger/side-calls.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import type { RunnerDeps } from "./runner-deps.ts";

type VisitingDeps = Pick<RunnerDeps, "store" | "ports" | "later" | "broadcast">;

/** Undefined: the conversation is in no room. */
export function visitingOf(
  deps: VisitingDeps,
  row: Pick<TurnRow, "id" | "trigger_id">,
): Visiting | undefined {
  const { store, ports, later } = deps;
  const visit = store.visits.current;
  if (!visit) return undefined;
  const trigger = store.transcript.get(row.trigger_id);
  const isOwners = trigger?.role === "user" && trigger.trust !== "untrusted";
  const purpose = { id: `${row.id}:router`, agent: visit.start.room.host, purpose: "router" };
  return {
    visit,
    person: trigger?.author_id ?? (isOwners ? store.meta.owner : null),
    now: ports.now(),
    later,
    decided: store.visits.decided(row.id),
    decide: (decision, change) => keep(deps, row, { decision, change }),
    // The cost is booked together with the turn's own.
    ask: meterModel({ store, ports, leaveWork: () => undefined }, purpose),
  };
}

function keep(
  { store, ports, broadcast }: VisitingDeps,
  row: Pick<TurnRow, "id">,
  { decision, change }: { decision: Decision; change: Partial<Visit> },
): void {
  const now = ports.now();
  const isChanged = Object.keys(change).length > 0;
  const events = store.commit(now, () => {
    store.visits.decide(row.id, decision, now);
    store.visits.change(change);
    const visit = store.visits.current;
    const bodies: EventBody[] = visit && isChanged ? [{ type: "visit", visit: visitView(visit, now) }] : [];
    return bodies.map((body) => store.log.append(body, null, now));
  });
  for (const event of events) broadcast(event);
}
