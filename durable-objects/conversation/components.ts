/**
 * The components of an awake conversation, built in order: each is given those before it. Two seams close what
 * would be circles: everybody may ask `wakers` for a new alarm, though its list is made last, of all the others;
 * and the cached `history` is shared by those who read it and those who change the branch below it.
 */
import type { LiveTurn, MonitoredTurn } from "../../src/domain/conversation/live-turn.ts";
import type { EventBody } from "../../src/domain/events.ts";
import type { Later } from "../../src/domain/time/later.ts";
import type { Alarms } from "./alarms.ts";
import { Broadcaster } from "./broadcaster.ts";
import { Changes } from "./changes.ts";
import { BranchCompaction } from "./context/branch-compaction.ts";
import { Compactor } from "./context/compactor.ts";
import { FollowUps } from "./context/follow-ups.ts";
import { History } from "./context/model-history.ts";
import { Titler } from "./context/titler.ts";
import { Eraser } from "./deletion/eraser.ts";
import { DeferredCommands } from "./inbox/acceptance/deferred-commands.ts";
import { Intake, type IntakeComponents } from "./intake.ts";
import { AfterWorkFlusher } from "./ledger/after-work.ts";
import { Outbox } from "./outbox/outbox.ts";
import type { PortsByFolder } from "./ports.ts";
import { EventPump } from "./readers/event-pump.ts";
import { LiveState, openTurn } from "./readers/live-state.ts";
import type { Subscribers } from "./readers/subscribers.ts";
import { Replayer } from "./replay/replayer.ts";
import type { Store } from "./rows/store.ts";
import { withoutWrites } from "./trail/ports.ts";
import { TrailWriter } from "./trail/writer.ts";
import { Drain } from "./turn/drain.ts";
import { TurnRunner } from "./turn/turn-runner.ts";
import { wakersOf } from "./wakers/list.ts";
import type { Life } from "./wakers/waker.ts";
import { Wakers } from "./wakers/wakers.ts";

/** Foundation of the components: one life of the object. */
export interface AwakeDeps {
  store: Store;
  ports: PortsByFolder;
  alarms: Alarms;
  subscribers: Subscribers;
  later: Later;
  /** Resolves when all writes are on disk. */
  persisted(): Promise<void>;
}

export type Components = ReturnType<typeof buildComponents>;

/** Reads what each component needs of the store; starts nothing. */
export function buildComponents(deps: AwakeDeps) {
  const { store, ports, alarms } = deps;
  const wakers = new Wakers(alarms, ports.wakers);
  const afterWork = new AfterWorkFlusher(store, ports.ledger);
  const live = liveState(deps, afterWork);
  const sink = store.meta.temporary ? withoutWrites(ports.trail.trail) : ports.trail.trail;
  const trail = new TrailWriter({ ...ports.trail, trail: sink, store });
  const broadcaster = broadcasterOf(deps, { live, trail, afterWork });
  const outbox = outboxOf(deps, broadcaster);
  const history = new History(store);
  const compactor = compactorOf(deps, { broadcaster, history });
  const titler = titlerOf(deps, { broadcaster, compactor });
  const compaction = new BranchCompaction({ store, compactor, writer: writerOf(deps) });
  const followUps = followUpsOf(deps, broadcaster);
  const commands = commandsOf(deps, { broadcaster, compaction });
  const runner = runnerOf(deps, { broadcaster, outbox, compactor, history });
  const { broadcast, leaveWork } = broadcaster;
  const replayer = new Replayer({ ...deps, ports: ports.turn, outbox, broadcast, leaveWork });
  const drain = drainOf(deps, { runner, compactor, titler, broadcaster, wakers });
  const intake = intakeOf(deps, { broadcaster, outbox, drain, commands, afterWork, wakers });
  const eraser = new Eraser({ store, ports: ports.deletion, writer: trail });
  const changes = changesOf(deps, { outbox, broadcaster, afterWork, eraser, wakers, history });
  const { waitingRoom } = intake;
  const workers = { drain, commands, waitingRoom, afterWork, titler, outbox, trail, eraser };
  wakers.set(
    wakersOf(store, lifeOf(deps, { intake, broadcaster, wakers }), { ...workers, ports: ports.wakers }),
  );
  return {
    afterWork,
    live,
    trail,
    broadcaster,
    outbox,
    compactor,
    titler,
    drain,
    compaction,
    followUps,
    replayer,
    intake,
    changes,
    wakers,
  };
}

function liveState({ store, ports, later }: AwakeDeps, afterWork: AfterWorkFlusher): LiveState {
  const { monitor, paces } = ports.readers;
  // Left-over after-work comes from turns that have just ended, whose end may not have been reported.
  const mayBeTold = store.turns.open().length > 0 || afterWork.due(false) !== null;
  const turnLeft = () => openTurn(store);
  const tell = (turn: LiveTurn | null) => monitor(store.meta, turn && { ...turn, ...contactOf(store, turn) });
  const { backgroundThrottle, now } = ports.wakers;
  const list = () => {
    if (backgroundThrottle.isHeld(now())) return false;
    afterWork.show();
    return true;
  };
  return new LiveState({ tell, list, openTurn: turnLeft, later, paces }, { turn: turnLeft(), mayBeTold });
}

/** Whom a turn answers, and where. */
function contactOf(
  { turns, meta }: Store,
  { turn_id }: LiveTurn,
): Pick<MonitoredTurn, "channel" | "contact"> {
  const row = turns.get(turn_id);
  const contact = row?.actor?.name ?? row?.source.sender_name ?? "";
  return { channel: row?.source.channel ?? meta.channel, contact };
}

function broadcasterOf(
  { ports, alarms, subscribers }: AwakeDeps,
  targets: { live: LiveState; trail: TrailWriter; afterWork: AfterWorkFlusher },
): Broadcaster {
  return new Broadcaster({ ports: ports.wakers, alarms, subscribers, ...targets });
}

function outboxOf({ store, ports, alarms, later }: AwakeDeps, { broadcast }: Broadcaster): Outbox {
  const wakeAt = (at: number) => alarms.ensure(at, "outbox");
  return new Outbox({ ...ports.outbox, store, wakeAt, later, broadcast });
}

function compactorOf(
  { store, ports, later }: AwakeDeps,
  { broadcaster: { broadcast, leaveWork }, history }: { broadcaster: Broadcaster; history: History },
): Compactor {
  const forget = () => history.forget();
  return new Compactor({ store, ports: ports.context, broadcast, later, forget, leaveWork });
}

function titlerOf(
  deps: AwakeDeps,
  { broadcaster, compactor }: { broadcaster: Broadcaster; compactor: Compactor },
): Titler {
  const { store, ports } = deps;
  const { broadcast, leaveWork } = broadcaster;
  const writer = writerOf(deps);
  const agent = () => compactor.agent;
  const isWatched = () => deps.subscribers.hasSockets;
  return new Titler({ store, ports: ports.context, broadcast, leaveWork, isWatched, writer, agent });
}

function followUpsOf(deps: AwakeDeps, { leaveWork }: Broadcaster): FollowUps {
  const { store, ports } = deps;
  return new FollowUps({ store, ports: ports.context, leaveWork, writer: writerOf(deps) });
}

/** Casting for text that is written in the owner's name. */
function writerOf({ store: { meta }, ports }: AwakeDeps) {
  return async () => {
    const source = { channel: meta.channel, sender: meta.owner };
    const turn = { agent: null, model: null, source, actor: null };
    const request = { turn, meta, recent: () => [], is_let_in: false };
    return ports.context.casting.cast(request, new AbortController().signal);
  };
}

function commandsOf(
  { store, ports }: AwakeDeps,
  { broadcaster: { broadcast }, compaction }: { broadcaster: Broadcaster; compaction: BranchCompaction },
): DeferredCommands {
  const { now, log } = ports.context;
  const carryOut: BranchCompaction["carryOut"] = (name, isDone) => compaction.carryOut(name, isDone);
  return new DeferredCommands({ now, log, store, broadcast, carryOut });
}

function runnerOf(
  { store, ports, alarms, later, subscribers: listeners }: AwakeDeps,
  { broadcaster: { broadcast }, ...components }: Record<"broadcaster", Broadcaster> & RunnerComponents,
): TurnRunner {
  const { now, paces } = ports.readers;
  const pump = new EventPump({ store, now, broadcast, later, paces });
  // Tools set reminders.
  const wakeAt = (at: number) => alarms.ensure(at, "reminders");
  const own = { store, ports: ports.turn, pump, broadcast, listeners, wakeAt, later };
  return new TurnRunner({ ...own, ...components });
}

interface RunnerComponents {
  outbox: Outbox;
  compactor: Compactor;
  history: History;
}

interface IdleWork {
  compactor: Compactor;
  titler: Titler;
  broadcaster: Broadcaster;
  wakers: Wakers;
}

/** The queue of turns, run one after the other; its end begins the work that waited for it. */
function drainOf(deps: AwakeDeps, { runner, ...idle }: IdleWork & { runner: TurnRunner }): Drain {
  const { store, ports, alarms, persisted } = deps;
  const { now, log } = ports.turn;
  return new Drain({
    store,
    runner,
    now,
    persisted,
    wakeAt: (at) => alarms.ensure(at, "turns"),
    onIdle: () => whenIdle(deps, idle),
    onFailure: (problem) => log.error("turn_not_ended", { problem: String(problem) }),
  });
}

function whenIdle({ store, ports }: AwakeDeps, { compactor, titler, broadcaster, wakers }: IdleWork): void {
  const { backgroundThrottle, now } = ports.wakers;
  compactor.consider();
  if (!backgroundThrottle.isHeld(now())) titler.consider();
  broadcaster.leaveWork();
  // The visit's next step, such as its last words, may be due as soon as no turn runs.
  if (store.visits.current) wakers.rearm();
}

function intakeOf({ store, ports: { inbox, arrivals } }: AwakeDeps, components: IntakeComponents): Intake {
  return new Intake({ store, ports: { inbox, arrivals }, ...components });
}

interface ChangedComponents {
  outbox: Outbox;
  broadcaster: Broadcaster;
  afterWork: AfterWorkFlusher;
  eraser: Eraser;
  wakers: Wakers;
  history: History;
}

function changesOf(
  { store, ports }: AwakeDeps,
  { wakers, history, ...components }: ChangedComponents,
): Changes {
  const { now } = ports.inbox;
  const forgetHistory = () => history.forget();
  return new Changes({ store, now, rearm: () => wakers.rearm(), forgetHistory, ...components });
}

/** The services of the conversation for its wakers. */
function lifeOf(
  { store, ports }: AwakeDeps,
  { intake, broadcaster, wakers }: { intake: Intake; broadcaster: Broadcaster; wakers: Wakers },
): Life {
  const { now } = ports.wakers;
  const change = (body: () => EventBody[]) => {
    const at = now();
    broadcaster.tell(store.commit(at, () => body().map((event) => store.log.append(event, null, at))));
  };
  return { now, receive: (inbound) => intake.receive(inbound), change, rearm: () => wakers.rearm() };
}
