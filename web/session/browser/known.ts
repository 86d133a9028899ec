/** Whether somebody was signed in here when this browser looked last: a hint, by which nothing is decided but what is asked first. */
import { readStored, writeStored } from "./storage.ts";

const STORED = "known";

export function wasKnownHere(): boolean {
  return readStored<boolean>(STORED) ?? false;
}

export function isKnownHere(isKnown: boolean): void {
  writeStored(STORED, isKnown || null);
}
