/** Follows one turn to its end and collects its reply. */

/** @typedef {import("../../domain/events.ts").NightjarEvent} NightjarEvent */
/** @typedef {Extract<NightjarEvent, {type: "question"}>} Question */
/** @typedef {Extract<NightjarEvent, {type: "approval"}>} Approval */
/** @typedef {Extract<NightjarEvent, {type: "turn_end"}>} TurnEnd */

/**
 * @typedef {object} Outcome
 * @property {TurnEnd | undefined} end undefined when the stream was given up, or nobody could answer
 * @property {string} reply
 * @property {string | undefined} agent
 * @property {Question | Approval | undefined} waitsFor
 */

/**
 * @param {AsyncIterable<NightjarEvent>} events
 * @param {object} turn
 * @param {{message_id: string | null, turn_id: string | null}} turn.receipt
 * @param {(event: NightjarEvent) => void} turn.show
 * @param {(asked: Question | Approval) => Promise<boolean>} turn.ask false when nobody can answer
 * @returns {Promise<Outcome>}
 */
export async function followTurn(events, { receipt, show, ask }) {
  const gathered = new AnswerText();
  const waiting = new OpenQuestions();
  let turn = receipt.turn_id;
  for await (const event of events) {
    if (turn === null && isStartOf(event, receipt.message_id)) turn = event.turn_id;
    if (turn === null || event.turn_id !== turn) continue;
    if (event.type === "absorbed") {
      turn = event.into;
      continue;
    }
    gathered.add(event);
    show(event);
    waiting.note(event);
    if (isParked(event)) {
      for (let asked = waiting.first; asked !== undefined; asked = waiting.first) {
        if (!(await ask(asked))) return { ...gathered.result(), end: undefined, waitsFor: asked };
        waiting.done(asked);
      }
    } else if (event.type === "turn_end" && event.status !== "parked") {
      return { ...gathered.result(), end: event, waitsFor: undefined };
    }
  }
  return { ...gathered.result(), end: undefined, waitsFor: undefined };
}

/**
 * @param {NightjarEvent} event
 * @param {string | null} messageId
 */
function isStartOf(event, messageId) {
  return event.type === "turn_start" && event.trigger_message_id === messageId;
}

/** Open questions and approvals of a turn: a reply may ask for several at once. */
export class OpenQuestions {
  /** @type {Map<string, Question | Approval>} by call */
  #asked = new Map();

  /** The oldest, or undefined. */
  get first() {
    return this.#asked.values().next().value;
  }

  /** @param {NightjarEvent} event */
  note(event) {
    if (event.type === "question" || event.type === "approval") this.#asked.set(event.call_id, event);
    // Answered elsewhere, or expired.
    if (event.type === "tool_result") this.#asked.delete(event.call_id);
    if (event.type === "turn_end" && event.status !== "parked") this.#asked.clear();
  }

  /** @param {Question | Approval} asked */
  done({ call_id }) {
    this.#asked.delete(call_id);
  }
}

/** @param {NightjarEvent} event */
export function isParked(event) {
  return (
    (event.type === "state" && event.state === "parked") ||
    (event.type === "turn_end" && event.status === "parked")
  );
}

/** The reply: the stored message where there is one, else the text that was not taken back. */
class AnswerText {
  /** @type {{step: number, text: string}[]} */
  #pieces = [];
  #step = 0;
  /** @type {string | undefined} */
  #stored;
  /** @type {string | undefined} */
  #agent;

  /** @param {NightjarEvent} event */
  add(event) {
    if (event.type === "turn_start") this.#agent = event.agent;
    if (event.type === "state" && event.state === "thinking") this.#step = event.step;
    if (event.type === "text") this.#pieces.push({ step: this.#step, text: event.delta });
    if (event.type === "reset") this.#pieces = this.#pieces.filter(({ step }) => step < event.from_step);
    if (event.type === "message" && event.message.role === "assistant") {
      const texts = event.message.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
      this.#stored = texts.join("");
    }
  }

  result() {
    const reply = this.#stored ?? this.#pieces.map(({ text }) => text).join("");
    return { reply, agent: this.#agent };
  }
}
