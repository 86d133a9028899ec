/** All wakers of a conversation, in the order in which their work is done. */

import type { Titler } from "../context/titler.ts";
import type { Eraser } from "../deletion/eraser.ts";
import type { DeferredCommands } from "../inbox/acceptance/deferred-commands.ts";
import type { WaitingRoom } from "../inbox/arrivals/waiting-room.ts";
import type { AfterWorkFlusher } from "../ledger/after-work.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Store } from "../rows/store.ts";
import type { TrailWriter } from "../trail/writer.ts";
import type { Drain } from "../turn/drain.ts";
import { BackgroundGate } from "./background-gate.ts";
import { childWaker } from "./children.ts";
import { expiryWaker } from "./expiry.ts";
import type { WakerPorts } from "./ports.ts";
import { pruningWaker } from "./pruning.ts";
import { reminderWaker } from "./reminders.ts";
import { temporaryWaker } from "./temporary.ts";
import type { Life, Waker } from "./waker.ts";

/** The parts of a conversation that do work. */
export interface Workers {
  drain: Drain;
  commands: DeferredCommands;
  waitingRoom: WaitingRoom;
  afterWork: AfterWorkFlusher;
  titler: Titler;
  outbox: Outbox;
  trail: TrailWriter;
  eraser: Eraser;
}

interface WakersOf extends Workers {
  ports: WakerPorts;
}

export function wakersOf(
  store: Store,
  life: Life,
  { drain, commands, waitingRoom, afterWork, titler, outbox, trail, eraser, ports }: WakersOf,
): Waker[] {
  const { backgroundThrottle, wakers: made, paces } = ports;
  const gate = new BackgroundGate(backgroundThrottle);
  /** Lease for work in progress: if the object dies now, it is awake again by then. */
  const leaseEnd = () => life.now() + paces.lease_ms;
  return [
    arrivalWaker(waitingRoom, leaseEnd),
    turnWaker(drain, leaseEnd),
    commandWaker(commands, leaseEnd),
    afterWorkWaker({ afterWork, titler, drain, gate }),
    reminderWaker(store, life),
    expiryWaker(store, life),
    childWaker(store, life),
    outboxWaker(outbox),
    // Comes after the after-work, so that its snapshot does not contain after-work rows that were just
    // flushed.
    trailWaker({ trail, titler, gate }),
    eraserWaker(eraser),
    pruningWaker(store),
    temporaryWaker(store),
    ...made.map((make) => make(store, life)),
  ];
}

function turnWaker(drain: Drain, leaseEnd: () => number): Waker {
  return {
    name: "turns",
    due: () => (drain.hasWork ? leaseEnd() : drain.waitsUntil),
    wake: async () => drain.kick(),
    stop: () => drain.stop(),
  };
}

function arrivalWaker(waitingRoom: WaitingRoom, leaseEnd: () => number): Waker {
  return {
    name: "arrivals",
    due: () => (waitingRoom.hasWork ? leaseEnd() : null),
    wake: async () => waitingRoom.kick(),
    stop: () => waitingRoom.stop(),
  };
}

function commandWaker(commands: DeferredCommands, leaseEnd: () => number): Waker {
  return {
    name: "commands",
    due: () => (commands.hasWork ? leaseEnd() : null),
    wake: async () => commands.kick(),
    stop: async () => commands.stop(),
  };
}

type AfterTurns = Pick<Workers, "afterWork" | "titler" | "drain"> & { gate: BackgroundGate };

type TrailWork = Pick<Workers, "trail" | "titler"> & { gate: BackgroundGate };

/** The after-work has no `stop` here: `AwakeConversation` stops it last, since it books what the others spend. */
function afterWorkWaker({ afterWork, titler, drain, gate }: AfterTurns): Waker {
  const due = () => gate.dueOf(afterWork.due(drain.hasWork));
  return {
    name: "after_work",
    due,
    async wake(now) {
      if (!isDue(due(), now) || !gate.hasCome(now)) return;
      // A title that had to wait.
      if (!drain.hasWork) titler.consider();
      await afterWork.flush();
    },
  };
}

function outboxWaker(outbox: Outbox): Waker {
  return {
    name: "outbox",
    due: () => outbox.due,
    wake: async () => outbox.kick(),
    stop: async () => outbox.stop(),
  };
}

function trailWaker({ trail, titler, gate }: TrailWork): Waker {
  const due = () => gate.dueOf(trail.due);
  // Many conversations have one turn: the trail then goes along with the after-work, in one waking. A title in
  // progress will bring an event of its own.
  const goesAlong = (now: number) => trail.isFirst && gate.isOver(now) && !titler.isRunning;
  return {
    name: "trail",
    due,
    async wake(now, before) {
      if (goesAlong(now) || (isDue(due(), now) && gate.hasCome(now))) await trail.flush(before);
    },
    stop: () => trail.stop(),
  };
}

function eraserWaker(eraser: Eraser): Waker {
  return {
    name: "deletions",
    due: () => eraser.due,
    async wake(now) {
      if (isDue(eraser.due, now)) await eraser.run();
    },
    stop: () => eraser.stop(),
  };
}

function isDue(due: number | null, now: number): boolean {
  return due !== null && due <= now;
}
