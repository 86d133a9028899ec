/** Changes of the list of conversations that an event of an open conversation implies. */
import type { NightjarEvent } from "../../../src/channels/web/wire.ts";
import { currentTurn, type Thread } from "../../thread/thread.ts";
import type { ListChange } from "../ports.ts";

/** `thread` already includes the event. */
export function listChangesOf(id: string, event: NightjarEvent, thread: Thread): ListChange[] {
  switch (event.type) {
    case "title":
      return [{ what: "title", id, title: event.title }];
    case "message":
      return [{ what: "moved", id }];
    case "turn_start":
      return [{ what: "state", id, state: "running" }];
    case "state":
      return [{ what: "state", id, state: event.state }];
    case "turn_end":
      // A waiting message was withdrawn: the running turn goes on.
      return [{ what: "state", id, state: currentTurn(thread)?.state ?? event.status }];
    default:
      return [];
  }
}
