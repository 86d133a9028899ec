/**
 * One question to the running instance, with an end in any case. Not by `fetch`: when its signal is aborted while the
 * answer comes in, its promise was seen never to settle (Node 22.23, on a busy machine), and a start hung for ever.
 */
import { request } from "node:http";

/**
 * Rejects when there is no whole answer in time, with `code` where the system gave one (ECONNREFUSED: nobody listens).
 * @param {string} url
 * @param {{method?: string, headers?: Record<string, string>, body?: string, timeoutMs: number}} question
 * @returns {Promise<{status: number, body: string}>}
 */
export function ask(url, { method = "GET", headers = {}, body = "", timeoutMs }) {
  return new Promise((resolve, reject) => {
    // A connection of its own: one that is kept may belong to a server that has been replaced.
    const asked = request(url, { method, headers, agent: false }, (response) => {
      /** @type {Buffer[]} */
      const pieces = [];
      response.on("data", (piece) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString("utf8") }),
      );
    });
    const timer = setTimeout(() => asked.destroy(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
    asked.on("error", reject);
    asked.once("close", () => {
      clearTimeout(timer);
      reject(new Error("the connection was closed in the middle of the answer"));
    });
    asked.end(body);
  });
}
