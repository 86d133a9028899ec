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
   * @param {{offset: number, length: number}} [part] all of it by default
   * @returns {Promise<{bytes: Uint8Array, metadata: string, etag: string} | undefined>} undefined: it is gone, or can't be had in parts
   */
  async object(key, part) {
    return tried(async () => {
      const from = part === undefined ? "" : `&offset=${part.offset}&length=${part.length}`;
      const route = `/backups/objects/content?key=${encodeURIComponent(key)}${from}`;
      const response = await reach(this.instance, route, { headers: headersFor(this.instance) });
      // An instance of earlier code, as before an update, gives no parts.
      if (response.status === 404 || (part !== undefined && response.status === 400)) return undefined;
      if (!response.ok) throw await refusal(this.instance, response);
      const metadata = response.headers.get("x-nightjar-metadata") ?? "";
      const etag = (response.headers.get("etag") ?? "").replace(/^(W\/)?"|"$/g, "");
      return { bytes: new Uint8Array(await response.arrayBuffer()), metadata, etag };
    });
  }

  /**
   * @param {string} run
   * @param {{key: string, metadata: string}} object
   * @param {Uint8Array} bytes
   */
  async putObject(run, { key, metadata }, bytes) {
    const route = `/restores/${run}/objects?key=${encodeURIComponent(key)}`;
    await this.#put(route, bytes, { "x-nightjar-metadata": metadata });
  }

  /**
   * Writes an object that one request can't hold. What was not completed is dropped by the storage after some days.
   * @param {string} run
   * @param {{key: string, metadata: string}} object
   * @param {AsyncIterable<Uint8Array>} parts all but the last of one size
   */
  async putParts(run, { key, metadata }, parts) {
    const route = `/restores/${run}/objects`;
    const { upload_id } = await this.again(`POST ${route}/parts`, { key, metadata });
    /** @type {string[]} */
    const etags = [];
    for await (const bytes of parts) {
      const query = new URLSearchParams({ key, upload_id, number: String(etags.length + 1) });
      const response = await this.#put(`${route}/parts?${query}`, bytes, {});
      /** @type {any} the contract of the route says of which shape */
      const { etag } = await response.json();
      etags.push(etag);
    }
    await this.again(`POST ${route}/complete`, { key, upload_id, etags });
  }

  /**
   * @param {string} route
   * @param {Uint8Array} bytes
   * @param {Record<string, string>} more headers
   */
  async #put(route, bytes, more) {
    return tried(async () => {
      const headers = {
        ...headersFor(this.instance),
        "content-type": "application/octet-stream",
        "content-length": String(bytes.length),
        ...more,
      };
      const response = await reach(this.instance, route, { method: "PUT", headers, body: bytes });
      if (!response.ok) throw await refusal(this.instance, response);
      return response;
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
