/** Recordings that somebody else's call has left in this browser: nobody who signs in after them sends or finds them. */
import { readStored, writeStored } from "../../../session/browser/storage.ts";

const OWNER = "call-owner";
const RECORDINGS = "nightjar-calls";

/** Call it when a person begins a call, before what waits there is read. */
export function dropLeftByOthers(owner: string): void {
  if (readStored<string>(OWNER) === owner) return;
  writeStored(OWNER, owner);
  try {
    indexedDB.deleteDatabase(RECORDINGS);
  } catch {
    // A browser that blocks its storage has kept nothing.
  }
}
