/** Passes a person's answer to a child's question on to the child, and shows the next question. */
import type { MessageToChild } from "../../../../src/channels/channel.ts";
import type { ChildAsk } from "../../../../src/domain/conversation/child-asks.ts";
import type { Inbound } from "../../../../src/domain/inbound.ts";
import { answeredAsk } from "../../children/asks.ts";
import type { ChildRow } from "../../rows/children.ts";
import type { Store } from "../../rows/store.ts";
import type { Acceptance, AcceptedInput } from "../acceptance/acceptance.ts";

/** The parent has already checked who may say it. */
export function isFromParent({ meta }: Store, { source }: Pick<Inbound, "source">): boolean {
  return source.channel === "conversation" && source.thread === meta.parent?.conversation_id;
}

export interface Saying {
  child: ChildRow;
  ask: ChildAsk;
  message: MessageToChild;
}

export function passOn({ store, deps, now }: Acceptance, { child, ask, message }: Saying): AcceptedInput {
  const { events, shown } = answeredAsk({ store, now }, child, ask);
  deps.tell(child, message);
  const turn = store.turns.get(child.turn_id);
  if (shown && turn) deps.ask(turn, child, shown);
  return { turn_id: child.turn_id, message_id: null, events };
}
