/** Checks that the port is free before anything starts, so that the error is ours and clear. */
import { createServer } from "node:net";

/**
 * Throws an Error that says what to do when the port is taken.
 * @param {{host: string, port: number}} address
 * @returns {Promise<void>}
 */
export function requireFreePort({ host, port }) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => reject(explain(error, host, port)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
}

const PAUSE_MS = 50;

/**
 * Resolves when the port is free, or after that time. A killed process may release its port after it is gone from the
 * process list.
 * @param {{host: string, port: number}} address
 * @param {number} ms
 */
export async function whenFree(address, ms) {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    const isFree = await requireFreePort(address).then(
      () => true,
      () => false,
    );
    if (isFree) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {string} host
 * @param {number} port
 */
function explain(error, host, port) {
  if (error.code === "EADDRINUSE") {
    return new Error(
      `Port ${port} is already in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === "EACCES") {
    return new Error(
      `Port ${port} needs more rights on this machine. Choose one above 1023: PORT=8787 npm start`,
    );
  }
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new Error(
      `HOST is "${host}", which is not an address of this machine. Leave it out for 127.0.0.1.`,
    );
  }
  return error;
}
