/**
 * Delivers replies to where people wrote from. What is put here is part of the commit that it belongs to;
 * the sender sends it afterwards, and after a crash the alarm resumes what was under way.
 */

import {
  type DeliveryFailure,
  type DeliveryResult,
  type MessageToChild,
  type MessageToParent,
  portOf,
} from "../../../src/channels/channel.ts";
import type { ChildAsk } from "../../../src/domain/conversation/child-asks.ts";
import type { Failure } from "../../../src/domain/errors.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { ChildPlace } from "../children/family.ts";
import type { ChildRow } from "../rows/children.ts";
import { Deliveries, type Delivery, type TakenOver } from "../rows/outgoing/deliveries.ts";
import { Mirrors } from "../rows/outgoing/mirrors.ts";
import { afterWork } from "../rows/schema/outgoing.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import { addresseeOf } from "./addressee.ts";
import { Buttons } from "./buttons/buttons.ts";
import { type Draft, draftOfAsked, draftOfUnasked, firstText } from "./compose.ts";
import { applyDeliveryFailure } from "./delivery-failure.ts";
import type { Addressee } from "./draft.ts";
import { draftsElsewhere, type MirroredExchange } from "./mirror.ts";
import type { OutboxDeps } from "./ports.ts";
import { Growth } from "./preview/growth.ts";
import type { ProgressDeps } from "./preview/progress.ts";
import { applyPostResult } from "./preview/takeover.ts";
import { Queue } from "./queue.ts";
import { Sender, type SenderParts } from "./sender.ts";
import { speakerIn } from "./speaker.ts";
import { ClosedPlaces } from "./steps/closed-places.ts";
import { sentAgain } from "./steps/sent-again.ts";
import { showTyping } from "./typing.ts";
import { Leftovers } from "./upkeep/leftovers.ts";

export class Outbox {
  readonly deliveries: Deliveries;
  /** Previews of answers that are still being written. */
  readonly growth: Growth;
  /** Parts for messages that tell how far work beside turns is. */
  readonly growing: ProgressDeps;
  /** Buttons of questions and approvals. */
  readonly buttons: Buttons;
  private readonly deps: OutboxDeps;
  private readonly leftovers: Leftovers;
  private readonly mirrors: Mirrors;
  private readonly closedPlaces: ClosedPlaces;
  private readonly queue: Queue;
  private readonly sender: Sender;

  constructor(deps: OutboxDeps) {
    this.deps = deps;
    this.deliveries = new Deliveries(deps.store.sql);
    this.buttons = new Buttons(deps);
    this.leftovers = new Leftovers(deps);
    this.mirrors = new Mirrors(deps.store.sql);
    this.closedPlaces = new ClosedPlaces(deps.store, this.deliveries);
    this.growing = {
      ...deps,
      newId: () => deps.ids.create("dlv"),
      tellDelivery: (to, result) => this.tellOfGrown(to, result),
    };
    this.growth = new Growth({
      ...deps,
      ...this.growing,
      firstText: (turn, parts) => {
        const to = this.addressee(turn);
        return to && firstText({ ...to, parts });
      },
      leave: (target, platform_id) => this.leftovers.add(target, platform_id),
    });
    this.queue = new Queue({ ...deps, deliveries: this.deliveries }, () => this.growth.quietUntil);
    this.sender = new Sender(deps, this.parts());
  }

  /** Whether answers can be spoken now. */
  get speaks(): boolean {
    return this.deps.voice.speaks;
  }

  /** Time at which the object must be awake for the outbox, in ms since the epoch, or null. */
  get due(): number | null {
    return this.sender.due;
  }

  /** The turn's addressee: see `addresseeOf`. */
  addressee(turn: TurnRow): Addressee | undefined {
    return addresseeOf(this.deps, this.deliveries.ofTurn(turn.id), turn);
  }

  /** Part of the commit that the draft belongs to; `kick` sends it afterwards. */
  put(turn: TurnRow, draft: Draft): void {
    this.insert(turn, draft, this.growth.takenOver(turn, draft.chunks));
  }

  /** Shows there that an answer is being written, until the returned function is called. Never throws. */
  typing(to: Source): () => void {
    return showTyping(this.deps, to);
  }

  /** Puts a child's ask to the people whom the turn answers. Part of the commit that it belongs to. */
  putAsked(turn: TurnRow, { name, call_id }: ChildRow, ask: ChildAsk): void {
    const to = this.addressee(turn);
    if (to?.peers !== "people") return;
    this.insert(turn, { ...draftOfAsked({ name, call_id }, ask, to), texts: to.deliveredSoFar });
  }

  /** Part of the commit that it belongs to. */
  tellChild({ id, turn_id }: ChildPlace, message: MessageToChild): void {
    this.queue.tell({ channel: "conversation", sender: id, thread: id }, message, turn_id);
  }

  /** Sends to the parent conversation, if there is one. Part of the commit that it belongs to. */
  tellParent(message: MessageToParent): void {
    const { parent } = this.deps.store.meta;
    if (!parent) return;
    const { conversation_id: id, call_id } = parent;
    this.queue.tell({ channel: "conversation", sender: id, thread: id, message: call_id }, message, null);
  }

  /** Mirrors an exchange in the other places. Part of the commit that ends the turn. */
  mirror(source: Source, said: MirroredExchange): void {
    const { mirrors, deps } = this;
    const of = { turn_id: null, message_id: said.answer.id, kind: "mirror" as const };
    for (const draft of draftsElsewhere({ ...deps, mirrors }, source, said))
      this.queue.put({ ...draft, ...of });
  }

  /** Queues a message that no turn has made. Part of the commit that stores the message. */
  putUnasked(message: Message, home: Source): void {
    const speaker = speakerIn(this.deps.store, message.agent ?? "");
    const { language } = home;
    const port = portOf(this.deps.channels, home);
    const draft = draftOfUnasked({ parts: message.parts, port, speaker, language });
    if (draft) this.queue.put({ ...draft, turn_id: null, message_id: message.id, target: home });
  }

  private parts(): SenderParts {
    const { deliveries, growth, buttons, leftovers, mirrors, closedPlaces, queue } = this;
    return { deliveries, growth, buttons, leftovers, mirrors, closedPlaces, queue };
  }

  private insert(turn: TurnRow, draft: Draft, taken: Partial<TakenOver> = {}): void {
    const { id: turn_id, answer_id: message_id, source: target } = turn;
    this.queue.put({ ...draft, turn_id, message_id, target, ...taken });
  }

  /** Sends what is due, unless a send is running already. Never throws. */
  kick(): void {
    this.buttons.sweep();
    this.leftovers.sweep();
    this.sender.kick();
  }

  /** A person retries a failed delivery. Returns its new state, or why it cannot be retried. */
  retry(id: string): Delivery | Failure {
    const { store, now } = this.deps;
    const again = sentAgain(this.deliveries.get(id), { id, now: now() });
    if ("error" in again) return again;
    store.sql.transaction(() => {
      this.closedPlaces.open(again.target);
      this.deliveries.save(again);
      store.sql.put(afterWork, { json: { costs: [], message_ids: [] } });
    });
    this.queue.refresh();
    this.kick();
    return again;
  }

  /**
   * The platform reports that it did not deliver that message after all. Returns false when the message is
   * not ours or the failure is already known.
   */
  undelivered(failure: DeliveryFailure): boolean {
    const { store, now, channels } = this.deps;
    const delivery = applyDeliveryFailure(store, failure, { channels, now: now() });
    if (!delivery) return false;
    this.closedPlaces.ended(delivery.target, { status: "failed", ...failure });
    this.sender.save(delivery);
    return true;
  }

  /** Somebody has written in that place. Part of the commit that takes the message in. */
  personWrote(source: Source): void {
    if (this.closedPlaces.personWrote(source, this.deps.now())) this.queue.refresh();
  }

  /** The conversation is being deleted. */
  stop(): void {
    this.sender.stop();
    this.buttons.stop();
    this.leftovers.stop();
    this.queue.clear();
  }

  /** The outcome of a preview's post came after its turn had ended. */
  private tellOfGrown({ id, target }: { id: string; target: Source }, result: DeliveryResult): void {
    const delivery = this.queue.get(id);
    if (delivery?.grown) this.sender.save(applyPostResult(delivery, result));
    else if (result.status === "sent" && result.platform_id !== null)
      this.sender.leave(target, result.platform_id);
  }
}
