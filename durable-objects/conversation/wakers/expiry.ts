/** Expires approvals and questions that nobody answered in time. */
import { expiredCalls, nextExpiry } from "../inbox/acceptance/expiry.ts";
import type { Store } from "../rows/store.ts";
import type { Life, Waker } from "./waker.ts";

export function expiryWaker(store: Store, { receive }: Pick<Life, "receive">): Waker {
  return {
    name: "expiry",
    due: () => nextExpiry(store),
    enter(now) {
      for (const over of expiredCalls(store, now)) receive(over);
    },
  };
}
