/** Gives up children that take too long. */
import { giveUpLate, nextDeadline } from "../children/patience.ts";
import type { Store } from "../rows/store.ts";
import type { Life, Waker } from "./waker.ts";

export function childWaker(store: Store, { receive }: Pick<Life, "receive">): Waker {
  return {
    name: "children",
    due: () => nextDeadline(store),
    enter: (now) => giveUpLate(store, receive, now),
  };
}
