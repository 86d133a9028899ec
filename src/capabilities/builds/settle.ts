/**
 * Settles a build when the Builder's turn has ended: records its usage, and fails the build if nothing was
 * registered.
 */

import { type EndDeps, endWithout } from "./end.ts";
import type { BuilderPlace, BuildStore } from "./record/build.ts";

interface SettleDeps extends EndDeps {
  store: BuildStore;
}

export interface BuildTurnEnd {
  place: BuilderPlace;
  /** The reason for a turn that did not complete; undefined if it did. */
  reason: string | undefined;
  /** The build's job decides whether the turn is tried again, and ends the build if not. */
  may_go_on: boolean;
  steps: number;
  cost_usd: number;
}

/** Idempotent. Rejects when storage fails. */
export async function settle(
  deps: SettleDeps,
  { place, reason, may_go_on, steps, cost_usd }: BuildTurnEnd,
): Promise<void> {
  const build = await deps.store.ofChild(place);
  if (!build) return;
  await deps.store.account(build.id, { steps, cost_usd });
  if (may_go_on) return;
  const error = reason ?? "The Builder ended without registering the capability.";
  await endWithout(deps, build, { status: "failed", error });
}
