/** Owner and audience of what a member makes. */
import { AppError } from "../domain/errors.ts";
import type { Audience } from "../domain/fields/agent.ts";
import type { Principal } from "../domain/principal.ts";

interface Owned {
  owner: string | null;
  audience: Audience;
}

/**
 * A member's agent or room is the member's own; only an operator opens it to others, and what the operator has set of it
 * stays. Throws an AppError that says so.
 */
export function ownedByMaker<T extends Owned>(
  principal: Principal,
  given: T,
  { noun, before }: { noun: "an agent" | "a room"; before: Owned | undefined },
): T {
  if (principal.role === "admin") return given;
  const fields = { ...given, owner: given.owner ?? principal.owner, audience: audienceOf(given) };
  if (fields.owner !== principal.owner) throw notYours(`give ${noun} to somebody else`);
  if (isForOthers(fields) && JSON.stringify(fields.audience) !== JSON.stringify(before?.audience))
    throw notYours(`open ${noun} to other people`);
  return fields;
}

/** The default audience of a new thing without an owner was nobody's choice, so it becomes empty. */
function audienceOf({ owner, audience }: Owned): Audience {
  return owner === null && audience === "people" ? [] : audience;
}

function isForOthers({ audience, owner }: Owned): boolean {
  return typeof audience === "string" || audience.some((id) => id !== owner);
}

export function notYours(what: string): AppError {
  return new AppError("forbidden", `Only the operator of this instance may ${what}.`);
}
