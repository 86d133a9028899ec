/**
 * One HTTP request to an instance that always settles. It does not use `fetch`: when its signal is aborted while the
 * answer arrives, its promise was seen never to settle (Node 22.23, on a busy machine), and a start hung for ever.
 */
import { request as plainRequest } from "node:http";
import { Agent, request as secureRequest } from "node:https";

/**
 * Rejects when there is no complete answer in time, with the system's `code` if there is one (ECONNREFUSED: nobody
 * listens). Goes to an https address through the proxy that the environment names, where Node can (22.21 and newer).
 * @param {string} url
 * @param {{method?: string, headers?: Record<string, string>, body?: string, timeoutMs: number}} question
 * @returns {Promise<{status: number, body: string}>}
 */
export function ask(url, { method = "GET", headers = {}, body = "", timeoutMs }) {
  return new Promise((resolve, reject) => {
    const asked = open(url, { method, headers }, (response) => {
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

/**
 * Opens a new connection: a kept one may belong to a server that has been replaced.
 * @param {string} url
 * @param {{method: string, headers: Record<string, string>}} options
 * @param {(response: import("node:http").IncomingMessage) => void} answered
 */
function open(url, options, answered) {
  if (!url.startsWith("https:")) return plainRequest(url, { ...options, agent: false }, answered);
  const proxied = { keepAlive: false, proxyEnv: process.env };
  return secureRequest(url, { ...options, agent: new Agent(proxied) }, answered);
}
