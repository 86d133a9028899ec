/** Approvals that nobody has given in time are over. */
import { expiredApprovals, nextExpiry } from "../inbox/acceptance/approval-expiry.ts";
import type { Store } from "../rows/store.ts";
import type { Life, Waker } from "./waker.ts";

export function approvalWaker(store: Store, { receive }: Pick<Life, "receive">): Waker {
  return {
    name: "approvals",
    due: () => nextExpiry(store),
    enter(now) {
      for (const over of expiredApprovals(store, now)) receive(over);
    },
  };
}
