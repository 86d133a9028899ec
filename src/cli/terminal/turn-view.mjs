/** Shows a turn as it happens: the answer on one stream, everything about it on another. */
import { colours } from "./colours.mjs";
import { oneLine, safeText } from "./safe-text.mjs";

/** @typedef {import("../../domain/events.ts").NightjarEvent} NightjarEvent */
/** @typedef {{isTTY?: boolean, write(text: string): unknown}} Sink */

const SHOWN_INPUT = 100;
const SHOWN_NAME = 80;

export class TurnView {
  /** @type {boolean} whether the answer has begun a line that is not ended */
  #isMidLine = false;

  /** @type {Set<string>} sources that the answer cites, each shown once */
  #cited = new Set();

  /**
   * @param {Sink} answer
   * @param {Sink} aside
   */
  constructor(answer, aside) {
    this.answer = answer;
    this.aside = aside;
    this.paint = colours(aside);
  }

  /** @param {NightjarEvent} event */
  show(event) {
    const { dim, yellow, red, bold } = this.paint;
    switch (event.type) {
      case "text":
        return this.#write(event.delta);
      case "reset":
        return this.note(dim("[interrupted: this part of the answer begins again]"));
      case "tool_start":
        return this.note(
          dim(`· ${nameOf(event)} ${oneLine(JSON.stringify(event.input) ?? "", SHOWN_INPUT)}`),
        );
      case "tool_result":
        if (event.denied) this.note(dim(`· ${nameOf(event)} ${denialOf(event.denied)}`));
        else if (event.is_error)
          this.note(yellow(`· ${nameOf(event)} failed: ${oneLine(event.result, SHOWN_INPUT)}`));
        return undefined;
      case "citation":
        return this.#cite(event);
      case "question":
        return this.note(bold(safeText(event.question)) + listOf(event.options));
      case "approval":
        return this.note(
          `${bold(`Allow ${oneLine(event.tool, SHOWN_NAME)}?`)} ${oneLine(JSON.stringify(event.input) ?? "", 400)}\n${dim(safeText(event.reason))}`,
        );
      case "notice":
        return this.note((event.level === "info" ? dim : yellow)(safeText(event.text)));
      case "error":
        return this.note(red(safeText(event.reason)));
      case "turn_end":
        return this.#end(event);
      default:
        // All other events are state for other views.
        return undefined;
    }
  }

  /**
   * Writes a line of its own beside the answer.
   * @param {string} line
   */
  note(line) {
    this.endLine();
    this.aside.write(`${line}\n`);
  }

  endLine() {
    if (this.#isMidLine) this.answer.write("\n");
    this.#isMidLine = false;
  }

  /** @param {string} delta */
  #write(delta) {
    const text = safeText(delta);
    if (text === "") return;
    this.answer.write(text);
    this.#isMidLine = !text.endsWith("\n");
  }

  /** @param {Extract<NightjarEvent, {type: "citation"}>} event */
  #cite({ index, title, url, source_id = url }) {
    if (this.#cited.has(source_id)) return;
    this.#cited.add(source_id);
    this.note(this.paint.dim(`[${index}] ${oneLine(title, SHOWN_INPUT)} ${safeText(url)}`));
  }

  /** @param {Extract<NightjarEvent, {type: "turn_end"}>} event */
  #end(event) {
    this.endLine();
    this.#cited.clear();
    if (event.status === "halted") this.note(this.paint.yellow("[halted]"));
    if (event.status === "completed" && this.aside.isTTY) this.note(this.paint.dim(summaryOf(event)));
  }
}

/**
 * A model may call a tool that does not exist.
 * @param {{name: string}} call
 */
function nameOf({ name }) {
  return oneLine(name, SHOWN_NAME);
}

/** @param {import("../../domain/message.ts").Denial} denied */
function denialOf({ by, reason }) {
  if (by === "time") return "was not allowed in time";
  return reason === undefined ? "denied by you" : `denied by you: ${oneLine(reason, SHOWN_INPUT)}`;
}

/** @param {string[]} options */
function listOf(options) {
  return options.map((option, at) => `\n  ${at + 1}. ${safeText(option)}`).join("");
}

/** @param {Extract<NightjarEvent, {type: "turn_end"}>} event */
function summaryOf({ usage, cost_usd, duration_ms }) {
  const facts = [`${(duration_ms / 1000).toFixed(1)} s`];
  const tokens =
    usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens + usage.output_tokens;
  if (tokens > 0) facts.push(`${tokens} tokens`);
  if (cost_usd !== null && cost_usd > 0) facts.push(`$${cost_usd.toFixed(4)}`);
  return facts.join(" · ");
}
