/** Inputs of an awake conversation: taken in, broadcast, and set to work. */
import type { MessageToParent } from "../../src/channels/channel.ts";
import type { Receipt } from "../../src/domain/conversation/receipt.ts";
import type { Inbound } from "../../src/domain/inbound.ts";
import { type Message, textOf } from "../../src/domain/message.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { DeferredCommands } from "./inbox/acceptance/deferred-commands.ts";
import { WaitingRoom } from "./inbox/arrivals/waiting-room.ts";
import { receive, refusalOf } from "./inbox/receive.ts";
import type { AfterWorkFlusher } from "./ledger/after-work.ts";
import type { Outbox } from "./outbox/outbox.ts";
import { replyPlaceOf } from "./outbox/reply-place.ts";
import type { PortsByFolder } from "./ports.ts";
import type { Store } from "./rows/store.ts";
import type { Drain } from "./turn/drain.ts";
import type { Wakers } from "./wakers/wakers.ts";

export interface IntakeComponents {
  broadcaster: Broadcaster;
  outbox: Outbox;
  drain: Drain;
  commands: DeferredCommands;
  afterWork: AfterWorkFlusher;
  wakers: Wakers;
}

interface IntakeDeps extends IntakeComponents {
  store: Store;
  ports: Pick<PortsByFolder, "inbox" | "arrivals">;
}

export class Intake {
  readonly waitingRoom: WaitingRoom;
  private readonly deps: IntakeDeps;

  constructor(deps: IntakeDeps) {
    const { store, ports } = deps;
    this.deps = deps;
    this.waitingRoom = new WaitingRoom({
      store,
      ports: ports.arrivals,
      admission: (inbound) => refusalOf(store, inbound, ports.inbox),
      enter: (message) => this.enter(message),
    });
  }

  receive(inbound: Inbound): Receipt {
    if (inbound.actor) this.deps.ports.inbox.noteStanding(inbound.actor);
    const kept = this.waitingRoom.keep(inbound);
    if (kept) this.deps.wakers.rearm("arrivals");
    return kept ?? this.enter(inbound);
  }

  private enter(inbound: Inbound): Receipt {
    const { afterWork, broadcaster, wakers } = this.deps;
    const { receipt, events, isGrant, leavesWork } = this.taken(inbound);
    broadcaster.tell(events);
    if (receipt.status === "accepted") this.obey(inbound);
    // The turn may run for long; the owner's list of grants and their other conversations do not wait for it.
    if (isGrant) void afterWork.flush().then(() => wakers.rearm());
    // A message without a turn has to be indexed too.
    const isUnasked = receipt.status === "accepted" && receipt.turn_id === null && receipt.message_id;
    if (isUnasked || leavesWork) broadcaster.leaveWork();
    return receipt;
  }

  /** Resumes all waiting work, and sets the alarm in case the object dies meanwhile. */
  work(): void {
    const { drain, outbox, commands, wakers } = this.deps;
    drain.kick();
    outbox.kick();
    commands.kick();
    wakers.rearm("turns", "commands");
  }

  private taken(inbound: Inbound) {
    const { store, outbox } = this.deps;
    const { now, ids, kinds, debounce, admissions } = this.deps.ports.inbox;
    return receive(store, inbound, {
      ...{ now, ids, kinds, debounce, admissions },
      carry: (message: Message, place = replyPlaceOf(store, kinds)) => {
        if (place) outbox.putUnasked(message, place);
        else outbox.tellParent(saidOf(message));
        return place !== undefined;
      },
      ask: (...ask) => outbox.putAsked(...ask),
      settled: (inbound, calls) => outbox.buttons.settle(inbound, calls),
      personWrote: (place) => outbox.personWrote(place),
      askUpward: (asks) => outbox.tellParent({ type: "question", asks }),
      tell: (...message) => outbox.tellChild(...message),
    });
  }

  private obey(inbound: Inbound): void {
    const { drain, commands } = this.deps;
    if (inbound.type === "command") {
      if (inbound.command.name === "halt") drain.halt();
      else commands.added();
    }
    this.work();
  }
}

function saidOf({ parts, agent = "", author = agent }: Message): MessageToParent {
  return { type: "said", text: textOf(parts), spoken_by: { agent, author } };
}
