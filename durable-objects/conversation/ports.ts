/** Ports of a conversation: the sum of what its folders declare, and each folder's own share of it. */
import type { BirthPorts } from "./birth/ports.ts";
import type { ContextPorts } from "./context/ports.ts";
import type { DeletionPorts } from "./deletion/ports.ts";
import type { InboxPorts } from "./inbox/acceptance/ports.ts";
import type { ArrivalPorts } from "./inbox/arrivals/ports.ts";
import type { LedgerPorts } from "./ledger/ports.ts";
import type { OutboxPorts } from "./outbox/ports.ts";
import type { Paces } from "./paces.ts";
import type { ReaderPorts } from "./readers/ports.ts";
import type { TrailPorts } from "./trail/ports.ts";
import type { TurnPorts } from "./turn/ports.ts";
import type { WakerPorts } from "./wakers/ports.ts";

/** Ports by the folder that declares them: each is given these and no other. */
export interface PortsByFolder {
  inbox: InboxPorts;
  arrivals: ArrivalPorts;
  turn: TurnPorts;
  context: ContextPorts;
  ledger: LedgerPorts;
  outbox: OutboxPorts;
  readers: ReaderPorts;
  trail: TrailPorts;
  birth: BirthPorts;
  deletion: DeletionPorts;
  wakers: WakerPorts;
}

/** `wiring` implements it in production; tests have implementations of their own. */
export interface ConversationPorts
  extends InboxPorts,
    ArrivalPorts,
    TurnPorts,
    OutboxPorts,
    ReaderPorts,
    TrailPorts,
    BirthPorts,
    DeletionPorts,
    WakerPorts {
  paces: Paces;
}

/** The compiler holds each share to its declaration: a port too few or too many is an error. */
export function portsByFolder(ports: ConversationPorts): PortsByFolder {
  const { now, ids, log, kinds, paces, trail } = ports;
  const ledger = ledgerPorts(ports);
  const context = { ...ledger, ...contextPorts(ports) };
  return {
    inbox: {
      now,
      ids,
      kinds,
      debounce: ports.debounce,
      noteStanding: ports.noteStanding,
      admissions: ports.admissions,
    },
    arrivals: { now, log, fetchFiles: ports.fetchFiles },
    turn: { ...context, ...turnPorts(ports) },
    context,
    ledger,
    outbox: outboxPorts(ports),
    readers: readerPorts(ports),
    trail: { now, log, paces, trail },
    birth: birthPorts(ports),
    deletion: deletionPorts(ports),
    wakers: { now, log, paces, backgroundThrottle: ports.backgroundThrottle, wakers: ports.wakers },
  };
}

function ledgerPorts({ now, kinds, paces, log, model, budgets, flush }: LedgerPorts): LedgerPorts {
  return { now, kinds, paces, log, model, budgets, flush };
}

/** Ports of one folder without those of the folder whose ports it extends. */
type Own<P, Base> = Omit<P, keyof Base>;

function contextPorts(ports: ContextPorts): Own<ContextPorts, LedgerPorts> {
  const {
    ids,
    casting,
    contextFiles,
    flushMemory,
    prompts,
    compactionPrompt,
    cacheLifetime,
    media,
    keepFile,
  } = ports;
  return {
    ids,
    casting,
    contextFiles,
    flushMemory,
    prompts,
    compactionPrompt,
    cacheLifetime,
    media,
    keepFile,
  };
}

function turnPorts(ports: TurnPorts): Own<TurnPorts, ContextPorts> {
  const { turnAdmission, toolbox, cutOutput, cutUnstored, policy, grants, sources } = ports;
  const { fileText, recall, preferences, fittingSkills } = ports;
  return {
    ...{ turnAdmission, toolbox, cutOutput, cutUnstored, policy, grants, sources },
    ...{ fileText, recall, preferences, fittingSkills },
  };
}

function outboxPorts(ports: OutboxPorts): OutboxPorts {
  const { now, paces, ids, log, kinds, channels, voice, leadsHere } = ports;
  return { now, paces, ids, log, kinds, channels, voice, leadsHere };
}

function readerPorts(ports: ReaderPorts): ReaderPorts {
  const { now, ids, log, paces, presence, standing, memberRights, opened, monitor } = ports;
  const { hasAgent, mayTalk, describeFile } = ports;
  return {
    ...{ now, ids, log, paces, presence, standing, memberRights, opened, monitor },
    ...{ hasAgent, mayTalk, describeFile },
  };
}

function birthPorts(ports: BirthPorts): BirthPorts {
  const { now, ids, kinds, log, trail, sources, indexed, branchSource } = ports;
  return { now, ids, kinds, log, trail, sources, indexed, branchSource };
}

function deletionPorts(ports: DeletionPorts): DeletionPorts {
  const { now, log, trail, sources, paces, forgetConversation, removeFile, removeRecording } = ports;
  const { forgetMessage } = ports;
  return { now, log, trail, sources, paces, forgetConversation, removeFile, removeRecording, forgetMessage };
}
