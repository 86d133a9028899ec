/** Wakes the object for the end of a temporary conversation. The object's lifecycle deletes it then. */
import type { Store } from "../rows/store.ts";
import { expiryOf } from "../rows/temporary.ts";
import type { Waker } from "./waker.ts";

export function temporaryWaker(store: Store): Waker {
  return { name: "temporary", due: () => expiryOf(store) };
}
