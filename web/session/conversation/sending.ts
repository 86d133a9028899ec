/**
 * Outgoing messages: drawn at once, sent as soon as there is a connection, kept over reloads, and drawn as one element
 * through all their stages.
 */
import type { Message } from "../../../src/channels/web/wire.ts";
import type { SendBody } from "../../api/conversations/conversations.ts";
import type { ApiFailure } from "../../api/http.ts";
import {
  bodyOf,
  type Draft,
  markAccepted,
  markRefused,
  markRetried,
  matchStored,
  type Outgoing,
  outgoing,
  without,
} from "../../thread/outgoing.ts";
import { textOf } from "../../thread/stored-answer.ts";
import type { SessionDeps } from "../ports.ts";

/** The conversation, as the sender sees it. */
interface Recipient {
  /** Null until the first message of a new conversation has created it. */
  id(): string | null;
  /**
   * Creates it, with that agent if one is given. Returns the failure; on success the waiting messages have been sent.
   */
  create(agent: string | undefined): Promise<ApiFailure | undefined>;
  /** False when there is no open socket. */
  sendBySocket(body: SendBody): boolean;
  /** Whether nothing has arrived from it yet. */
  isUnheard(): boolean;
  has(message_id: string): boolean;
}

export class Sending {
  list: readonly Outgoing[] = [];
  /** Keys of stored messages: the ones with which they were drawn while they were sent. */
  readonly keys = new Map<string, string>();
  private readonly deps: SessionDeps;
  private readonly to: Recipient;
  /** Sends over HTTP in progress. */
  private readonly posting = new Set<string>();

  constructor(deps: SessionDeps, to: Recipient) {
    this.deps = deps;
    this.to = to;
  }

  /** Restores messages that a reload interrupted. */
  restore(id: string): void {
    if (this.list.length === 0) this.list = this.deps.outbox.read(id);
  }

  /** Without a `client_id` it gets one. */
  send(draft: Omit<Draft, "client_id"> & { client_id?: string }): void {
    const item = outgoing({ client_id: this.deps.newClientId(), ...draft });
    this.set([...this.list, item]);
    this.begin(item);
  }

  retry(client_id: string): void {
    this.set(markRetried(this.list, client_id));
    const item = this.list.find((candidate) => candidate.client_id === client_id);
    if (item) this.begin(item);
  }

  discard(client_id: string): void {
    this.set(without(this.list, client_id));
  }

  /** Call it when the conversation exists. */
  created(): void {
    this.set(this.list);
  }

  /** Call it when every stored message has arrived: messages accepted earlier are no longer drawn separately. */
  caughtUp(): void {
    this.set(this.list.filter((item) => item.message_id === null));
    this.sendWaiting();
  }

  sendWaiting(): void {
    const id = this.to.id();
    if (id === null) return;
    for (const item of this.list) if (item.status === "waiting") this.dispatch(id, item);
  }

  wasAccepted(client_id: string, message_id: string | null, duplicate: boolean): void {
    const isHere = duplicate || message_id === null || this.to.has(message_id);
    if (message_id !== null) this.keys.set(message_id, client_id);
    this.set(isHere ? without(this.list, client_id) : markAccepted(this.list, client_id, message_id));
  }

  wasRefused(client_id: string, reason: string): void {
    this.set(markRefused(this.list, client_id, reason));
  }

  /** A stored message replaces the outgoing one. */
  settle(message: Message): void {
    const list = matchStored(this.list, { id: message.id, text: textOf(message.parts) });
    const item = list.find((candidate) => candidate.shown_as === message.id);
    if (!item) return;
    this.keys.set(message.id, item.client_id);
    this.set(item.message_id === null ? list : without(list, item.client_id));
  }

  private begin(item: Outgoing): void {
    const id = this.to.id();
    if (id === null) void this.create(item);
    else this.dispatch(id, item);
  }

  private async create({ client_id, agent }: Outgoing): Promise<void> {
    const failure = await this.to.create(agent);
    if (failure) this.wasRefused(client_id, failure.reason);
  }

  private dispatch(id: string, item: Outgoing): void {
    if (this.posting.has(item.client_id) || this.to.sendBySocket(bodyOf(item))) return;
    // The first message of a conversation does not wait for a socket. Later ones wait until it has caught up.
    if (this.to.isUnheard()) void this.post(id, item);
  }

  private async post(id: string, item: Outgoing): Promise<void> {
    this.posting.add(item.client_id);
    const sent = await this.deps.api.send(id, bodyOf(item));
    this.posting.delete(item.client_id);
    if (sent.ok) this.wasAccepted(item.client_id, sent.value.message_id, false);
    else if (sent.status !== 0) this.wasRefused(item.client_id, sent.reason);
  }

  private set(list: readonly Outgoing[]): void {
    this.list = list;
    const id = this.to.id();
    if (id !== null) this.deps.outbox.write(id, list);
    this.deps.changed();
  }
}
