/** Unsent things that a person leaves in this browser: nobody who signs in after them finds or sends any. */
import { PREFIX, readStored, writeStored } from "./storage.ts";

const OWNER = "owner";
/** Beginnings of the keys of drafts, unsent messages and uploads under way. */
const UNSENT = ["draft:", "outbox:", "upload:"];
/** Database of what was said in calls. */
const SPOKEN = "nightjar-calls";

/** Forgets what somebody else left. To be called before the person is shown anything. */
export function passOn(owner: string): void {
  const before = readStored<string>(OWNER);
  writeStored(OWNER, owner);
  if (before === undefined || before === owner) return;
  try {
    for (const key of Object.keys(localStorage).filter(isUnsent)) localStorage.removeItem(key);
    indexedDB.deleteDatabase(SPOKEN);
  } catch {
    // A browser that blocks its storage has kept nothing.
  }
}

function isUnsent(key: string): boolean {
  return UNSENT.some((beginning) => key.startsWith(PREFIX + beginning));
}
