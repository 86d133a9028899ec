/** Output of commands: tables for people, tabs where it is piped, JSON where it is asked for. */
import { colours } from "./colours.mjs";
import { oneLine, safeText } from "./safe-text.mjs";

/**
 * @template T
 * @typedef {object} Column
 * @property {string} head
 * @property {(item: T) => string | number | null | undefined} of
 */

/** @typedef {{isTTY?: boolean, columns?: number, write(text: string): unknown}} Sink */

const WIDEST = 60;
const GAP = "  ";

export class Printer {
  /**
   * @param {Sink} out
   * @param {{json: boolean}} how
   */
  constructor(out, { json }) {
    this.out = out;
    this.json = json;
    this.paint = colours(out);
  }

  /** @param {string} text */
  line(text) {
    this.out.write(`${text}\n`);
  }

  /**
   * A thing: its JSON, or a line in words.
   * @param {unknown} value
   * @param {string} words
   */
  done(value, words) {
    this.line(this.json ? JSON.stringify(value) : words);
  }

  /**
   * A thing field by field: a text stands below, anything else beside its name.
   * @param {object} value
   */
  fields(value) {
    if (this.json) return this.line(JSON.stringify(value));
    for (const [name, field] of Object.entries(value)) {
      const text = safeText(plainOf(field));
      const isLong = text.includes("\n") || text.length > WIDEST * 2;
      this.line(this.paint.dim(name.replaceAll("_", " ").padEnd(18)) + (isLong ? `\n${text}` : text));
    }
  }

  /**
   * A list as it comes, page by page: nothing waits for the last page.
   * @template T
   * @param {AsyncIterable<T[]>} pages
   * @param {{columns: readonly Column<T>[], none: string}} how `none` says that there is nothing
   */
  async list(pages, { columns, none }) {
    let count = 0;
    if (this.json) this.out.write("[");
    for await (const items of pages) {
      if (this.json)
        for (const [at, item] of items.entries())
          this.out.write((count + at > 0 ? ",\n" : "") + JSON.stringify(item));
      else if (items.length > 0) this.#rows(items, columns, count === 0);
      count += items.length;
    }
    if (this.json) this.out.write("]\n");
    else if (count === 0 && this.out.isTTY) this.line(none);
  }

  /**
   * @template T
   * @param {T[]} items
   * @param {readonly Column<T>[]} columns
   * @param {boolean} isFirst
   */
  #rows(items, columns, isFirst) {
    const rows = items.map((item) => columns.map(({ of }) => oneLine(plainOf(of(item)), 10_000)));
    if (!this.out.isTTY) {
      for (const row of rows) this.line(row.join("\t"));
      return;
    }
    const widths = columns.map(({ head }, at) =>
      Math.min(WIDEST, Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0))),
    );
    if (isFirst)
      this.line(
        this.paint.dim(
          this.#row(
            columns.map(({ head }) => head),
            widths,
          ),
        ),
      );
    for (const row of rows) this.line(this.#row(row, widths));
  }

  /**
   * @param {string[]} cells
   * @param {number[]} widths
   */
  #row(cells, widths) {
    const shown = cells.map((cell, at) => oneLine(cell, widths[at] ?? WIDEST).padEnd(widths[at] ?? 0));
    return shown
      .join(GAP)
      .trimEnd()
      .slice(0, this.out.columns ?? 10_000);
  }
}

/** @param {unknown} value @returns {string} */
function plainOf(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(plainOf).join(", ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${plainOf(part)} ${name.replaceAll("_", " ")}`)
    .join(", ");
}

/**
 * A time as people read it, in UTC to the minute.
 * @param {string | null | undefined} time
 */
export function minuteOf(time) {
  return time?.slice(0, 16).replace("T", " ") ?? "";
}

/** @param {number | null | undefined} amount */
export function dollars(amount) {
  return amount === null || amount === undefined ? "" : `$${amount.toFixed(4)}`;
}
