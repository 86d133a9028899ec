/**
 * The outbox's sender: chunk by chunk, in order, each acknowledged before the next. Nothing acknowledged is
 * sent again.
 */
import type { ChannelPort } from "../../../src/channels/channel.ts";
import { notSetUp } from "../../../src/channels/kinds.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Deliveries, Delivery } from "../rows/outgoing/deliveries.ts";
import type { Mirrors } from "../rows/outgoing/mirrors.ts";
import { attempt } from "./attempt.ts";
import type { Buttons } from "./buttons/buttons.ts";
import { logDelivery } from "./events.ts";
import { isFailedTask } from "./failed-task.ts";
import { leadsElsewhere } from "./mirror.ts";
import type { OutboxDeps } from "./ports.ts";
import type { Growth } from "./preview/growth.ts";
import { findAbandonedMessage } from "./preview/takeover.ts";
import type { Queue } from "./queue.ts";
import { reconcileDelivery } from "./reconcile.ts";
import { Recordings } from "./recordings.ts";
import { settle } from "./settle.ts";
import type { ClosedPlaces } from "./steps/closed-places.ts";
import { applyAttempt, beginAttempt, failDelivery, refusal } from "./steps/steps.ts";
import type { Leftovers } from "./upkeep/leftovers.ts";

/** The outbox's parts that a send touches. */
export interface SenderParts {
  deliveries: Deliveries;
  growth: Growth;
  buttons: Buttons;
  leftovers: Leftovers;
  mirrors: Mirrors;
  closedPlaces: ClosedPlaces;
  queue: Queue;
}

export class Sender {
  private isSending = false;
  private isStopped = false;
  private readonly deps: OutboxDeps;
  private readonly parts: SenderParts;
  private readonly recordings: Recordings;

  constructor(deps: OutboxDeps, parts: SenderParts) {
    this.deps = deps;
    this.parts = parts;
    this.recordings = new Recordings(deps.voice);
  }

  /** Time at which the object must be awake for a send, in ms since the epoch, or null. */
  get due(): number | null {
    const lease = this.deps.now() + this.deps.paces.lease_ms;
    if (this.isSending) return lease;
    const times = this.parts.queue.times();
    if (this.parts.leftovers.hasWork) times.push(lease);
    return times.length > 0 ? Math.min(...times) : null;
  }

  /** Sends what is due, unless a send is running already. Never throws. */
  kick(): void {
    if (this.isSending || this.isStopped || this.parts.queue.isEmpty) return;
    this.isSending = true;
    void this.drain()
      .catch((problem: unknown) => this.deps.log.error("outbox_broke", { problem: String(problem) }))
      .finally(() => this.drained());
  }

  /** The conversation is being deleted. */
  stop(): void {
    this.isStopped = true;
  }

  /** A message that was posted and is not needed is taken back. */
  leave(target: Source, platform_id: string): void {
    const { leftovers } = this.parts;
    this.deps.store.sql.transaction(() => leftovers.add(target, platform_id));
    leftovers.sweep();
  }

  private async drain(): Promise<void> {
    for (let next = this.parts.queue.next(); next; next = this.parts.queue.next()) {
      const landing = next.grown && this.parts.growth.landing(next.turn_id);
      if (!landing) await this.send(next);
      else {
        this.deps.wakeAt(this.deps.now() + this.deps.paces.lease_ms);
        await landing;
      }
    }
  }

  private async send(unsure: Delivery): Promise<void> {
    const { now, kinds, channels } = this.deps;
    const { channel, account } = unsure.target;
    const reading = channels.ready?.(channel, account);
    if (reading) await reading;
    if (this.isStopped) return;
    const port = channels.get(channel, account);
    if ("missing" in port)
      return this.save(failDelivery(unsure, notSetUp(kinds[channel], port.missing), now()));
    const delivery = unsure.doubt_at === null ? unsure : await this.lookedFor(port, unsure);
    if (this.isStopped || delivery.settled_at !== null || delivery.next_at > now()) return;
    const why = this.parts.closedPlaces.reasonAt(delivery.target) ?? refusal(delivery, port.limits, now());
    if (why !== undefined) return this.save(failDelivery(delivery, why, now()));
    const isUnwanted = await leadsElsewhere(this.deps, delivery);
    if (this.isStopped) return;
    if (isUnwanted) return this.unshown(delivery);
    await this.sendChunks(port, delivery);
  }

  private async sendChunks(port: ChannelPort, delivery: Delivery): Promise<void> {
    const { recordings } = this;
    const { now, paces, wakeAt } = this.deps;
    let leaving = beginAttempt(delivery, now());
    this.save(leaving);
    for (let index = delivery.sent; ; index++) {
      wakeAt(now() + paces.lease_ms);
      const result = await attempt({ ...this.deps, recordings }, port, leaving);
      const next = applyAttempt(leaving, result, { now: now(), limits: port.limits, paces });
      if (this.isStopped) return;
      if (next.sent > index) this.parts.buttons.sent(leaving, result);
      this.parts.closedPlaces.ended(leaving.target, result);
      const given_up = findAbandonedMessage(leaving, next);
      if (given_up !== undefined) this.leave(leaving.target, given_up);
      const isOver = next.settled_at !== null || next.sent === index;
      // One write acknowledges this chunk and counts the next.
      leaving = isOver ? next : beginAttempt(next, now());
      this.save(leaving);
      if (isOver) return;
    }
  }

  private async lookedFor(port: ChannelPort, delivery: Delivery): Promise<Delivery> {
    this.deps.wakeAt(this.deps.now() + this.deps.paces.lease_ms);
    const known = await reconcileDelivery(this.deps, port, delivery);
    if (known === delivery || this.isStopped) return known;
    if (known.sent > delivery.sent)
      this.parts.buttons.sent(delivery, { status: "sent", platform_id: known.platform_ids.at(-1) ?? null });
    this.save(known);
    return known;
  }

  private unshown(delivery: Delivery): void {
    this.deps.store.sql.transaction(() => this.parts.mirrors.remove(delivery.target));
    this.save(failDelivery(delivery, "The conversation is not shown there any more.", this.deps.now()));
  }

  /** Stores the delivery's new state; with its end, all that follows from it. */
  save(delivery: Delivery): void {
    const { store, now, log, broadcast } = this.deps;
    const isOver = delivery.settled_at !== null;
    if (!isOver) store.sql.transaction(() => this.parts.deliveries.save(delivery));
    else for (const event of settle(this.deps, delivery, now())) broadcast(event);
    this.parts.queue.saved(delivery);
    if (!isOver) return;
    this.recordings.settled(delivery.id, store.meta.owner);
    if (isFailedTask(delivery)) this.deps.wakeAt(now());
    logDelivery(log, store.meta.conversation_id, { delivery, now: now() });
  }

  private drained(): void {
    this.isSending = false;
    const { due } = this;
    if (due !== null && !this.isStopped) this.deps.wakeAt(Math.max(due, this.deps.now() + 100));
  }
}
