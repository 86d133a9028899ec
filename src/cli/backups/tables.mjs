/** Tables of a backup: pages of rows, which follow what changes while they are read. */
import { inPool } from "./pool.mjs";

/** @typedef {import("./archive/archive.mjs").Archive} Archive */
/** @typedef {import("./archive/manifest.mjs").TablePart} TablePart */
/** @typedef {import("./source.mjs").Source} Source */
/** @typedef {import("./source.mjs").NumberedRow} NumberedRow */
/** @typedef {import("./source.mjs").ChangedRow} ChangedRow */

const TABLES_AT_ONCE = 4;
const SPAN = 512;

/** The form of a page: equal rows give equal bytes. @param {NumberedRow[]} rows */
export function bytesOf(rows) {
  return Buffer.from(JSON.stringify(rows));
}

/**
 * @param {Uint8Array} bytes
 * @returns {NumberedRow[]}
 */
export function rowsIn(bytes) {
  return JSON.parse(new TextDecoder().decode(bytes));
}

export class CopiedTables {
  /** @type {Map<string, Map<number, string>>} blobs by table and span */
  #pages = new Map();

  /** @param {Archive} archive */
  constructor(archive) {
    this.archive = archive;
  }

  /**
   * @param {Source} source
   * @param {{id: string, tables: {name: string}[]}} run
   */
  async read(source, { id, tables }) {
    await inPool(tables, TABLES_AT_ONCE, async ({ name }) => {
      const spans = new Map();
      this.#pages.set(name, spans);
      for await (const { span, rows } of source.pages(id, name))
        if (rows.length > 0) spans.set(span, await this.archive.put(bytesOf(rows)));
    });
  }

  /** @param {ChangedRow[]} changes */
  async apply(changes) {
    for (const [table, ofTable] of grouped(changes, ({ table }) => table))
      for (const [span, ofSpan] of grouped(ofTable, ({ row }) => Math.floor(row / SPAN)))
        await this.#change(table, span, ofSpan);
  }

  /**
   * @param {string} table
   * @param {number} span
   * @param {ChangedRow[]} changes
   */
  async #change(table, span, changes) {
    const spans = this.#pages.get(table) ?? new Map();
    const blob = spans.get(span);
    const before = blob === undefined ? [] : rowsIn(await this.archive.get(blob));
    const rows = new Map(before.map(([row, ...values]) => [row, values]));
    for (const { row, values } of changes) {
      if (values === null) rows.delete(row);
      else rows.set(row, values);
    }
    /** @type {NumberedRow[]} */
    const after = [...rows].sort(([a], [b]) => a - b).map(([row, values]) => [row, ...values]);
    if (after.length === 0) spans.delete(span);
    else spans.set(span, await this.archive.put(bytesOf(after)));
    this.#pages.set(table, spans);
  }

  /**
   * @param {{name: string, columns: string[]}[]} tables
   * @param {Record<string, number>} counts rows at the cut
   * @returns {TablePart[]}
   */
  parts(tables, counts) {
    return tables.map(({ name, columns }) => ({
      name,
      columns,
      rows: counts[name] ?? 0,
      pages: [...(this.#pages.get(name) ?? [])]
        .sort(([a], [b]) => a - b)
        .map(([span, blob]) => ({ span, blob })),
    }));
  }
}

/**
 * @template T, K
 * @param {T[]} items
 * @param {(item: T) => K} by
 * @returns {Map<K, T[]>}
 */
function grouped(items, by) {
  /** @type {Map<K, T[]>} */
  const groups = new Map();
  for (const item of items) groups.set(by(item), [...(groups.get(by(item)) ?? []), item]);
  return groups;
}
