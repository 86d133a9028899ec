/** Wakes the object for the end of a conversation that is not to stay. The object's lifecycle deletes it then. */
import type { Store } from "../rows/store.ts";
import { endOf } from "../rows/temporary.ts";
import type { Waker } from "./waker.ts";

export function temporaryWaker(store: Store): Waker {
  return { name: "temporary", due: () => endOf(store) };
}
