/**
 * Messages with files wait here until the files are fetched, so that their platform need not wait. Later
 * messages of the same person in the same place stay behind them, so that all enter in the order in which
 * they were sent.
 */
import { SENT_FILES, weightOf, withoutFiles } from "../../../../src/channels/sent-files.ts";
import { type Receipt, type RefusedInput, refuseInput } from "../../../../src/domain/conversation/receipt.ts";
import type { Inbound, Source, UserMessage } from "../../../../src/domain/inbound.ts";
import type { Arrival } from "../../rows/arrivals.ts";
import type { Store } from "../../rows/store.ts";
import type { ArrivalPorts } from "./ports.ts";

interface WaitingRoomDeps {
  store: Store;
  ports: ArrivalPorts;
  /** Reason why the message may not come in, if so; null: it is in already. */
  admission(inbound: Inbound): RefusedInput | null | undefined;
  /** Accepts the message into the inbox, to be answered. Idempotent. */
  enter(message: UserMessage): Receipt;
}

const MOST_ATTEMPTS = 3;
const MOST_WAITING = 50;
const FULL = `${MOST_WAITING} messages are on their way already. Wait for some of them.`;
const GIVEN_UP = "it was interrupted each time. Send it again.";

export class WaitingRoom {
  private readonly deps: WaitingRoomDeps;
  /** Fetches in progress: the size limit of each message's files in bytes, by arrival id. */
  private readonly fetching = new Map<number, number>();
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(deps: WaitingRoomDeps) {
    this.deps = deps;
  }

  /** While a message waits, the alarm must be set. */
  get hasWork(): boolean {
    return !this.stopping.signal.aborted && this.deps.store.arrivals.list().length > 0;
  }

  /** Undefined when the message may enter now. */
  keep(inbound: Inbound): Receipt | undefined {
    if (inbound.type !== "user_message") return undefined;
    const { store, ports, admission } = this.deps;
    const place = placeOf(inbound.source);
    const waiting = store.arrivals.list();
    const is_whole = !inbound.attachments?.length;
    if (is_whole && !waiting.some((other) => other.place === place)) return undefined;
    const receipt = { turn_id: null, message_id: null, seq: store.log.seq };
    if (waiting.some(({ key }) => key === inbound.key)) return { status: "duplicate", ...receipt };
    const refusal = waiting.length < MOST_WAITING ? admission(inbound) : refuseInput("queue_full", FULL);
    if (refusal === null) return undefined;
    if (refusal) return refusal;
    const { key } = inbound;
    store.arrivals.add({ key, place, message: inbound, is_whole, attempts: 0, at: ports.now() });
    this.kick();
    return { status: "accepted", ...receipt };
  }

  /** Lets in all complete messages, and starts fetches as far as there is room. Never throws. */
  kick(): void {
    if (!this.hasWork) return;
    this.letIn();
    for (const arrival of this.deps.store.arrivals.list())
      if (!arrival.is_whole && this.hasRoomFor(arrival)) this.begin(arrival);
  }

  /** The conversation is being deleted: resolves when no fetch is running. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  /** Per place, the first message that still waits holds back those behind it. */
  private letIn(): void {
    const { store, enter, ports } = this.deps;
    const closed = new Set<string>();
    for (const arrival of store.arrivals.list()) {
      if (closed.has(arrival.place)) continue;
      const receipt = arrival.is_whole ? enter(arrival.message) : undefined;
      // A full queue has room again later.
      if (!receipt || (receipt.status === "refused" && receipt.refusal === "queue_full"))
        closed.add(arrival.place);
      else store.arrivals.remove(arrival);
      if (receipt?.status === "refused") ports.log.warn("arrival_refused", { refusal: receipt.refusal });
    }
  }

  /** Files are held in memory while they are fetched. */
  private hasRoomFor({ id, message }: Arrival): boolean {
    if (this.fetching.has(id)) return false;
    const held = [...this.fetching.values()].reduce((sum, bytes) => sum + bytes, 0);
    return held === 0 || held + weightOf(message) <= SENT_FILES.bytes_of_all;
  }

  private begin(arrival: Arrival): void {
    const { ports } = this.deps;
    this.fetching.set(arrival.id, weightOf(arrival.message));
    const running = this.fetched(arrival)
      .catch((problem: unknown) => ports.log.error("arrival_broke", { problem: String(problem) }))
      .finally(() => {
        this.running.delete(running);
        this.fetching.delete(arrival.id);
        this.kick();
      });
    this.running.add(running);
  }

  private async fetched(arrival: Arrival): Promise<void> {
    const { store, ports } = this.deps;
    const { message, attempts } = arrival;
    // Counted first, so that files that kill the object each time come to an end.
    store.arrivals.begun(arrival);
    const { signal } = this.stopping;
    const owner = keeperOf(message, store.meta.owner);
    const whole =
      attempts < MOST_ATTEMPTS
        ? await ports.fetchFiles(owner, message, signal)
        : withoutFiles(message, GIVEN_UP);
    if (!signal.aborted) store.arrivals.whole(arrival, whole);
  }
}

function placeOf({ channel, account = "", thread = "", sender }: Source): string {
  return JSON.stringify([channel, account, thread, sender]);
}

/** Files that a member sends belong to that member, like attachments in the app. */
function keeperOf({ actor }: UserMessage, owner: string): string {
  return actor && actor.role !== "admin" ? actor.owner : owner;
}
