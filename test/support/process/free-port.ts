/**
 * Ports that nobody takes meanwhile: below those that the system gives to outgoing connections and to servers that ask
 * for any (from 32768 on), where another program may take one while an instance is down and has to come back to it.
 */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const LOWEST = 12_000;
const BEYOND = 32_000;

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, BEYOND);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
