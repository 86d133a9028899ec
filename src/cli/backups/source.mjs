/** An instance as backups read it and write it, over its API. Calls that may safely be made twice are tried again. */
import { setTimeout as pause } from "node:timers/promises";
import { call, headersFor, reach, refusal, Unreachable } from "../connection/api.mjs";

/** @typedef {import("../connection/instance.mjs").Instance} Instance */
/** @typedef {[row: number, ...values: (string | number | null)[]]} NumberedRow */
/** @typedef {{name: string, columns: string[]}} TableShape */
/** @typedef {{table: string, row: number, values: (string | number | null)[] | null}} ChangedRow */

const TRIES = 4;
const PAUSE_MS = 500;
const SPAN = 512;

export class Source {
  /** @param {Instance} instance */
  constructor(instance) {
    this.instance = instance;
  }

  /**
   * @param {string} what method and route
   * @param {unknown} [body]
   */
  ask(what, body) {
    return call(this.instance, what, body);
  }

  /**
   * A call that may be made twice.
   * @param {string} what
   * @param {unknown} [body]
   */
  again(what, body) {
    return tried(() => this.ask(what, body));
  }

  /**
   * The pages of a table: the rows of each span of 512 numbers.
   * @param {string} run
   * @param {string} table
   * @returns {AsyncGenerator<{span: number, rows: NumberedRow[]}>}
   */
  async *pages(run, table) {
    /** @type {NumberedRow[]} */
    let rows = [];
    for (let after = -1; ; ) {
      const page = await this.again(
        `GET /backups/${run}/rows?table=${encodeURIComponent(table)}&after=${after}`,
      );
      if (page.span === null) return;
      rows.push(...page.rows);
      after = page.is_whole ? (page.span + 1) * SPAN - 1 : page.rows.at(-1)[0];
      if (!page.is_whole) continue;
      yield { span: page.span, rows };
      rows = [];
    }
  }

  /**
   * All pages of a list.
   * @param {string} route
   * @returns {AsyncGenerator<any>} its items
   */
  async *items(route) {
    for (let cursor = ""; ; ) {
      const page = await this.again(
        `GET ${cursor === "" ? route : `${route}?cursor=${encodeURIComponent(cursor)}`}`,
      );
      yield* page.items;
      if (page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  }

  /**
   * Goes through conversations, some at each call.
   * @param {string} route
   * @param {object} body
   * @returns {Promise<{conversations: number, failed: string[]}>}
   */
  async walk(route, body) {
    const sum = { conversations: 0, failed: /** @type {string[]} */ ([]) };
    for (let after = /** @type {string | null} */ (""); after !== null; ) {
      const page = await this.again(`POST ${route}`, { ...body, ...(after !== "" && { after }) });
      sum.conversations += page.conversations;
      sum.failed.push(...page.failed);
      after = page.next;
    }
    return sum;
  }

  /**
   * @param {string} key
   * @returns {Promise<{bytes: Uint8Array, metadata: string} | undefined>} undefined: it is gone
   */
  async object(key) {
    return tried(async () => {
      const route = `/backups/objects/content?key=${encodeURIComponent(key)}`;
      const response = await reach(this.instance, route, { headers: headersFor(this.instance) });
      if (response.status === 404) return undefined;
      if (!response.ok) throw await refusal(this.instance, response);
      const metadata = response.headers.get("x-nightjar-metadata") ?? "";
      return { bytes: new Uint8Array(await response.arrayBuffer()), metadata };
    });
  }

  /**
   * @param {string} run
   * @param {{key: string, metadata: string}} object
   * @param {Uint8Array} bytes
   */
  async putObject(run, { key, metadata }, bytes) {
    await tried(async () => {
      const route = `/restores/${run}/objects?key=${encodeURIComponent(key)}`;
      const headers = {
        ...headersFor(this.instance),
        "content-type": "application/octet-stream",
        "content-length": String(bytes.length),
        "x-nightjar-metadata": metadata,
      };
      const response = await reach(this.instance, route, { method: "PUT", headers, body: bytes });
      if (!response.ok) throw await refusal(this.instance, response);
    });
  }
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function tried(work) {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !(error instanceof Unreachable || error instanceof TypeError)) throw error;
      await pause(PAUSE_MS * 2 ** (TRIES - left));
    }
  }
}
