/** One conversation for the command line: open it, send to it, listen to it. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { CommandError, EXIT } from "../terminal/exit.mjs";
import { apiOf, Unreachable } from "./api.mjs";
import { uploadAll } from "./files.mjs";
import { eventsOf } from "./subscription.mjs";

/** @typedef {import("./instance.mjs").Instance} Instance */
/** @typedef {{conversation: string | undefined, agent: string | undefined, model: string | undefined, mode: string | undefined, tier?: string | undefined}} Addressed */
/** @typedef {import("../../domain/events.ts").NightjarEvent} NightjarEvent */

const SEND_ATTEMPTS = 5;
const PAUSE_MS = 1000;

export class Conversation {
  /** @type {{file_id: string}[]} */
  #attached = [];

  /**
   * @param {Instance} instance
   * @param {{id: string, seq: number, isOpen: boolean}} known events after `seq` are news; a turn runs or waits where it is open
   */
  constructor(instance, { id, seq, isOpen }) {
    this.instance = instance;
    this.api = apiOf(instance);
    this.id = id;
    this.seq = seq;
    this.isOpen = isOpen;
  }

  /**
   * @param {Instance} instance
   * @param {Addressed & {resume: boolean}} options `resume`: the one that was used last
   */
  static async open(instance, { conversation: named, resume, agent, model, mode }) {
    const api = apiOf(instance);
    const conversation = named ?? (resume ? await lastUsed(api) : undefined);
    if (conversation === undefined) {
      const made = await api("POST /conversations", {}, { agent, model, mode });
      return new Conversation(instance, { id: made.id, seq: 0, isOpen: false });
    }
    const view = await api("GET /conversations/{id}", { id: conversation });
    return new Conversation(instance, { id: view.id, seq: view.seq, isOpen: Boolean(view.turn) });
  }

  /**
   * Uploads files, which go along with the next message.
   * @param {string[]} files paths
   */
  async attach(files) {
    this.#attached.push(...(await uploadAll(this.api, files)));
  }

  /**
   * Retries when the answer is lost: the client_id, an idempotency key, makes that harmless.
   * @param {string} text
   * @param {Omit<Addressed, "conversation">} options
   */
  async say(text, { agent, model, mode, tier }) {
    const files = this.#attached;
    this.#attached = [];
    const named = { agent, model, mode, tier };
    const body = { text, client_id: randomUUID(), ...named, ...(files.length > 0 && { files }) };
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.api("POST /conversations/{id}/messages", { id: this.id }, body);
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
    await this.api("POST /conversations/{id}/halt", { id: this.id }, {});
  }

  /**
   * @param {string} callId
   * @param {string} text
   */
  async answer(callId, text) {
    await this.api("POST /conversations/{id}/answers", { id: this.id }, { call_id: callId, text });
  }

  /**
   * @param {string} callId
   * @param {"allow_once" | "allow_task" | "always" | "deny"} decision
   * @param {string} [reason] of a refusal
   */
  async decide(callId, decision, reason) {
    await this.api(
      "POST /conversations/{id}/approvals",
      { id: this.id },
      {
        call_id: callId,
        decision,
        ...(reason !== undefined && { reason }),
      },
    );
  }
}

/**
 * The conversation with the newest message. Lists have pinned ones first.
 * @param {import("./api.mjs").Api} api
 */
async function lastUsed(api) {
  const { items } = await api("GET /conversations", { limit: 100 });
  const [last] = items.sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
  if (last !== undefined) return last.id;
  throw new CommandError("There is no conversation yet. Leave --resume out.", EXIT.usage);
}
