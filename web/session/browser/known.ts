/** Whether somebody was signed in here last time: a hint that only decides what is requested first. */
import { readStored, writeStored } from "./storage.ts";

const STORED = "known";

export function wasKnownHere(): boolean {
  return readStored<boolean>(STORED) ?? false;
}

export function isKnownHere(isKnown: boolean): void {
  writeStored(STORED, isKnown || null);
}
