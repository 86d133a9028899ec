/** The person's socket, open as long as somebody is signed in in this browser. */

import { personSocketAddress } from "../../api/conversations/inbox.ts";
import { readMe } from "../../api/instance.ts";
import { browserTimer, dial } from "../conversation/browser-deps.ts";
import { conversations } from "../list/conversation-list.svelte.ts";
import { inbox } from "./inbox.svelte.ts";
import { PersonSession } from "./person-session.ts";

/** Returns a function that ends it. */
export function followPerson(): () => void {
  const session = new PersonSession({
    after: browserTimer,
    random: Math.random,
    openSocket: (listener) => dial(personSocketAddress(location.origin), listener),
    async diagnose() {
      const me = await readMe();
      return !me.ok && me.status === 401 ? "stop" : "retry";
    },
    connected() {
      void conversations.refresh();
      void inbox.refresh();
    },
    changed: (items, gone) => conversations.told(items, gone),
    inboxChanged: () => void inbox.refresh(),
  });
  const nudge = () => document.hidden || session.nudge();
  window.addEventListener("online", nudge);
  document.addEventListener("visibilitychange", nudge);
  return () => {
    window.removeEventListener("online", nudge);
    document.removeEventListener("visibilitychange", nudge);
    session.close();
  };
}
