/** Open deliveries in order; those to one place go one after the other. */
import type { FamilyMessage } from "../../../src/channels/channel.ts";
import type { Ids, TurnId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Deliveries, Delivery, NewDelivery } from "../rows/outgoing/deliveries.ts";
import type { Store } from "../rows/store.ts";

export interface QueueDeps {
  store: Store;
  deliveries: Deliveries;
  ids: Ids;
  now(): number;
}

/** A delivery that takes over a preview has its id already. */
type Unsent = Omit<NewDelivery, "id"> & Partial<Pick<NewDelivery, "id">>;

export class Queue {
  private readonly deps: QueueDeps;
  private readonly quietUntil: () => number;
  private open: Delivery[];

  /** `quietUntil`: before this time (ms since the epoch), no delivery that took over a preview is sent. */
  constructor(deps: QueueDeps, quietUntil: () => number) {
    this.deps = deps;
    this.quietUntil = quietUntil;
    this.open = this.opened();
  }

  get isEmpty(): boolean {
    return this.open.length === 0;
  }

  /** Times at which the first delivery of each place is due, in ms since the epoch. */
  times(): number[] {
    return this.open.filter(isFirstOfItsPlace).map((delivery) => delivery.next_at);
  }

  get(id: string): Delivery | undefined {
    return this.open.find((other) => other.id === id);
  }

  /** The first delivery that is due. */
  next(): Delivery | undefined {
    const now = this.deps.now();
    return this.open.find(
      (delivery, index) => delivery.next_at <= now && isFirstOfItsPlace(delivery, index, this.open),
    );
  }

  /** Part of the commit that it belongs to. */
  put(delivery: Unsent): void {
    this.deps.deliveries.insert({ id: this.deps.ids.create("dlv"), ...delivery }, this.deps.now());
    this.refresh();
  }

  /** Queues something for another conversation. Part of the commit that it belongs to. */
  tell(target: Source, message: FamilyMessage, turn_id: TurnId | null): void {
    const { ids, store } = this.deps;
    const kind = message.type === "question" ? ("question" as const) : ("reply" as const);
    // A message to another conversation has no id in this one, so it refers to this one's newest.
    const message_id = store.meta.head ?? ids.create("msg");
    this.put({ turn_id, message_id, kind, target, chunks: [message], texts: 0 });
  }

  /** Reads the changed rows anew. */
  refresh(): void {
    this.open = this.opened();
  }

  /** Updates the queue after its row was saved. */
  saved(delivery: Delivery): void {
    this.open = this.open.flatMap((other) =>
      other.id !== delivery.id ? [other] : delivery.settled_at === null ? [delivery] : [],
    );
  }

  clear(): void {
    this.open = [];
  }

  private opened(): Delivery[] {
    const quietUntil = this.quietUntil();
    return this.deps.deliveries
      .open()
      .map((one) => (one.grown ? { ...one, next_at: Math.max(one.next_at, quietUntil) } : one));
  }
}

/** Later deliveries to a place wait for the first. */
function isFirstOfItsPlace(delivery: Delivery, index: number, open: readonly Delivery[]): boolean {
  const { channel, thread } = delivery.target;
  return !open.slice(0, index).some(({ target }) => target.channel === channel && target.thread === thread);
}
