/** State of a chat at the terminal: queued input, the running turn, open questions. */

import { isParked, OpenQuestions } from "../connection/follow-turn.mjs";
import { CommandError } from "../terminal/exit.mjs";
import { DECISION_PROMPT, readAnswer, readDecision, readReason } from "../terminal/questions.mjs";

/** @typedef {import("../../domain/events.ts").NightjarEvent} NightjarEvent */
/** @typedef {"leave" | "new"} Wish */

/**
 * @typedef {object} Parts
 * @property {import("../connection/conversation.mjs").Conversation} conversation
 * @property {import("../connection/conversation.mjs").Addressed & {help: string}} options
 * @property {import("node:readline").Interface} terminal
 * @property {import("../terminal/turn-view.mjs").TurnView} view
 */

export class ChatSession {
  /** @type {string[]} typed while an answer was running; sent one by one */
  #waiting = [];
  #isBusy = false;
  #isHalting = false;
  #asked = new OpenQuestions();
  #isParked = false;
  #isClosed = false;
  #continued = "";
  #stop = new AbortController();
  /** @type {(wish: Wish) => void} */
  #end = () => {};
  /** @type {(error: unknown) => void} */
  #fail = () => {};

  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    // An open turn is replayed first: it may ask something.
    this.#isBusy = parts.conversation.isOpen;
  }

  /**
   * Handles the text as if it had been typed.
   * @param {string} text
   */
  say(text) {
    this.#waiting.push(text);
  }

  /** @returns {Promise<Wish>} */
  async run() {
    const { terminal } = this.parts;
    /** @type {Promise<Wish>} */
    const ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    terminal.on("line", (line) => this.#takeLine(line));
    const interrupt = () => this.#interrupt();
    terminal.on("SIGINT", interrupt);
    // Without a terminal of our own, Ctrl-C comes as a signal.
    process.on("SIGINT", interrupt);
    terminal.on("close", () => {
      this.#isClosed = true;
      this.#settle();
    });
    this.#watch().catch(this.#fail);
    this.#settle();
    try {
      return await ended;
    } finally {
      process.off("SIGINT", interrupt);
      this.#stop.abort();
    }
  }

  async #watch() {
    const { conversation, view } = this.parts;
    const onConnection = (/** @type {boolean} */ isLost) =>
      this.#beside(view.paint.dim(isLost ? "[connection lost, trying again]" : "[connected again]"));
    for await (const event of conversation.listen({ signal: this.#stop.signal, onConnection })) {
      this.#observe(event);
    }
  }

  /** @param {NightjarEvent} event */
  #observe(event) {
    // A turn started by itself, for example a reminder: the prompt makes room.
    if (event.type === "turn_start") {
      if (!this.#isBusy) this.#clearPrompt();
      this.#isBusy = true;
    }
    this.parts.view.show(event);
    this.#asked.note(event);
    if (this.#asked.first === undefined) this.#isParked = false;
    else if (isParked(event)) this.#isParked = true;
    if (event.type === "turn_end" && event.status !== "parked") {
      this.#isBusy = false;
      this.#isHalting = false;
    }
    if (event.type === "turn_end" || isParked(event)) this.#settle();
  }

  /** Takes the next step: answers, sends queued input, leaves, or prompts. */
  #settle() {
    const isListening = !this.#isBusy || this.#isParked;
    const next = isListening ? this.#waiting.shift() : undefined;
    if (next !== undefined) {
      this.#handle(next).catch((error) => this.#report(error));
    } else if (isListening && this.#isClosed) {
      this.#end("leave");
    } else if (isListening) {
      this.#prompt();
    }
  }

  /** @param {string} line */
  #takeLine(line) {
    if (line.endsWith("\\")) {
      this.#continued += `${line.slice(0, -1)}\n`;
      return;
    }
    const text = `${this.#continued}${line}`;
    this.#continued = "";
    this.#waiting.push(text);
    this.#settle();
  }

  /** @param {string} text */
  async #handle(text) {
    const { conversation, options, view } = this.parts;
    const command = text.trim();
    if (command === "/exit" || command === "/quit") return this.#end("leave");
    if (command === "/new") return this.#end("new");
    if (command === "/help") view.note(options.help);
    else if (command.startsWith("/file ")) await conversation.attach([command.slice(6).trim()]);
    else if (this.#asked.first !== undefined && this.#isParked) return this.#reply(text, this.#asked.first);
    else if (command !== "") {
      this.#isBusy = true;
      await conversation.say(text, options);
      return;
    }
    this.#settle();
  }

  /**
   * @param {string} text
   * @param {import("../connection/follow-turn.mjs").Question | import("../connection/follow-turn.mjs").Approval} asked
   */
  async #reply(text, asked) {
    const decision = asked.type === "approval" ? readDecision(text) : undefined;
    if (asked.type === "approval" && decision === undefined) return this.#settle();
    this.#asked.done(asked);
    const next = this.#asked.first;
    this.#isParked = next !== undefined;
    await this.#give(asked, text, decision);
    if (next === undefined) return;
    this.parts.view.show(next);
    this.#settle();
  }

  /**
   * @param {import("../connection/follow-turn.mjs").Question | import("../connection/follow-turn.mjs").Approval} asked
   * @param {string} text
   * @param {ReturnType<typeof readDecision>} decision of an approval
   */
  #give(asked, text, decision) {
    const { conversation } = this.parts;
    if (asked.type === "question") return conversation.answer(asked.call_id, readAnswer(text, asked.options));
    return conversation.decide(asked.call_id, decision ?? "deny", readReason(text));
  }

  /** @param {unknown} error */
  #report(error) {
    if (!(error instanceof CommandError)) return this.#fail(error);
    this.#isBusy = false;
    this.#beside(this.parts.view.paint.red(error.message));
    this.#settle();
  }

  /** Ctrl-C halts the running turn, else clears the line, and on an empty line leaves. */
  #interrupt() {
    const { conversation, terminal, view } = this.parts;
    if (this.#isBusy && !this.#isHalting) {
      this.#isHalting = true;
      this.#waiting = [];
      conversation.halt().catch((error) => this.#report(error));
    } else if (!this.#isBusy && terminal.line !== "") {
      view.note("");
      terminal.write(null, { ctrl: true, name: "e" });
      terminal.write(null, { ctrl: true, name: "u" });
    } else {
      this.#end("leave");
    }
  }

  #prompt() {
    const { terminal } = this.parts;
    const asked = this.#asked.first?.type;
    terminal.setPrompt(
      asked === "approval" ? `${DECISION_PROMPT} › ` : asked === undefined ? "› " : "answer › ",
    );
    if (process.stdin.isTTY) terminal.prompt(true);
  }

  /** @param {string} line */
  #beside(line) {
    this.#clearPrompt();
    this.parts.view.note(line);
    if (!this.#isBusy) this.#prompt();
  }

  #clearPrompt() {
    if (process.stdout.isTTY) process.stdout.write("\r\u001b[K");
  }
}
