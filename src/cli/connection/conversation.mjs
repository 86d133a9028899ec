/** One conversation for the command line: open it, send to it, listen to it. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { call, Unreachable } from "./api.mjs";
import { eventsOf } from "./subscription.mjs";

/** @typedef {import("./instance.mjs").Instance} Instance */
/** @typedef {import("../../domain/events.ts").NightjarEvent} NightjarEvent */

const SEND_ATTEMPTS = 5;
const PAUSE_MS = 1000;

export class Conversation {
  /**
   * @param {Instance} instance
   * @param {{id: string, seq: number, isOpen: boolean}} known events after `seq` are news; a turn runs or waits where it is open
   */
  constructor(instance, { id, seq, isOpen }) {
    this.instance = instance;
    this.id = id;
    this.seq = seq;
    this.isOpen = isOpen;
  }

  /**
   * @param {Instance} instance
   * @param {{conversation: string | undefined, agent: string | undefined, model: string | undefined}} options
   */
  static async open(instance, { conversation, agent, model }) {
    if (conversation === undefined) {
      const made = await call(instance, "POST /conversations", { agent, model });
      return new Conversation(instance, { id: made.id, seq: 0, isOpen: false });
    }
    const view = await call(instance, `GET ${Conversation.route(conversation)}`);
    return new Conversation(instance, { id: view.id, seq: view.seq, isOpen: Boolean(view.turn) });
  }

  /** @param {string} id */
  static route(id) {
    return `/conversations/${encodeURIComponent(id)}`;
  }

  /**
   * Retries when the answer is lost: the client_id, an idempotency key, makes that harmless.
   * @param {string} text
   * @param {{agent: string | undefined, model: string | undefined}} options
   * @returns {Promise<{message_id: string | null, turn_id: string | null}>}
   */
  async say(text, { agent, model }) {
    const body = { text, client_id: randomUUID(), agent, model };
    for (let attempt = 1; ; attempt++) {
      try {
        return await call(this.instance, `POST ${Conversation.route(this.id)}/messages`, body);
      } catch (error) {
        if (!(error instanceof Unreachable) || attempt === SEND_ATTEMPTS) throw error;
        await pause(PAUSE_MS);
      }
    }
  }

  /**
   * @param {{signal: AbortSignal, onConnection: (isLost: boolean) => void}} options
   * @returns {AsyncGenerator<NightjarEvent>}
   */
  async *listen({ signal, onConnection }) {
    const { instance, id } = this;
    for await (const event of eventsOf({
      instance,
      conversation: id,
      cursor: this.seq,
      signal,
      onConnection,
    })) {
      this.seq = event.seq;
      yield event;
    }
  }

  async halt() {
    await call(this.instance, `POST ${Conversation.route(this.id)}/halt`, {});
  }

  /**
   * @param {string} callId
   * @param {string} text
   */
  async answer(callId, text) {
    await call(this.instance, `POST ${Conversation.route(this.id)}/answers`, { call_id: callId, text });
  }

  /**
   * @param {string} callId
   * @param {"allow_once" | "allow_task" | "always" | "deny"} decision
   * @param {string} [reason] of a refusal
   */
  async decide(callId, decision, reason) {
    await call(this.instance, `POST ${Conversation.route(this.id)}/approvals`, {
      call_id: callId,
      decision,
      ...(reason !== undefined && { reason }),
    });
  }
}
