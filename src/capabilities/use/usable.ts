/** A capability as a turn meets it: its owner's own, or shared with the place in which the turn runs. */
import type { Capability } from "../catalog/capability.ts";

export interface Usable extends Capability {
  /** Whose conversation it is, of that person. */
  is_own: boolean;
  /** It is shared here: there for everybody's words. */
  is_open: boolean;
}

/** Tells those apart that a turn may know; of two owners' one name may stand for both. */
export function keyOf({ name, id, is_own }: Usable): string {
  return is_own ? name : `${name}@${id}`;
}

/** One version of it, in one word. */
export function pinOf(usable: Usable): string {
  return `${keyOf(usable)}@${usable.version}`;
}

/** What a pin says before its version. */
export function keyIn(pin: string): string {
  return pin.slice(0, pin.lastIndexOf("@"));
}
