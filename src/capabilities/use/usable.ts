/** A capability as seen by a turn: its owner's own, or shared with the turn's place. */
import type { Capability } from "../catalog/capability.ts";

export interface Usable extends Capability {
  /** Whether the capability belongs to the conversation's owner. */
  is_own: boolean;
  /** Whether the capability is shared here, so everybody's messages may use it. */
  is_open: boolean;
}

/** Unique among those that a turn may use, even if two owners use the same name. */
export function keyOf({ name, id, is_own }: Usable): string {
  return is_own ? name : `${name}@${id}`;
}

/** Identifies one version of it. */
export function pinOf(usable: Usable): string {
  return `${keyOf(usable)}@${usable.version}`;
}

/** The pin without its version. */
export function keyIn(pin: string): string {
  return pin.slice(0, pin.lastIndexOf("@"));
}
