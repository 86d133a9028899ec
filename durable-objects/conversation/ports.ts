/** Ports of a conversation: the sum of its rooms' ports, and nothing else. */
import type { BirthPorts } from "./birth/ports.ts";
import type { DeletionPorts } from "./deletion/ports.ts";
import type { InboxPorts } from "./inbox/acceptance/ports.ts";
import type { ArrivalPorts } from "./inbox/arrivals/ports.ts";
import type { OutboxPorts } from "./outbox/ports.ts";
import type { Paces } from "./paces.ts";
import type { ReaderPorts } from "./readers/ports.ts";
import type { TurnPorts } from "./turn/ports.ts";
import type { WakerPorts } from "./wakers/ports.ts";

/** wiring.ts implements it in production; tests have implementations of their own. */
export interface ConversationPorts
  extends InboxPorts,
    ArrivalPorts,
    TurnPorts,
    OutboxPorts,
    ReaderPorts,
    BirthPorts,
    DeletionPorts,
    WakerPorts {
  paces: Paces;
}
