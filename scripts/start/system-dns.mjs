/**
 * Resolves names for the Worker as this very machine does. The local runtime sends its requests through the system's
 * resolver, which may know names that no public name server does, or other addresses for them.
 */
import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { createServer } from "node:http";
import { isIPv6 } from "node:net";

const RECORD = { A: 1, AAAA: 28 };
const MOST_OF_NAME = 253;

/**
 * Answers `?name=&type=` like a DNS-over-HTTPS server (application/dns-json), on the loopback only, at an address that
 * nobody else knows. It does not keep the process alive.
 * @param {(name: string) => Promise<string[]>} [resolve] all addresses; empty: the system knows none
 * @returns {Promise<string>} its address
 */
export async function startSystemDns(resolve = systemAddresses) {
  const path = `/${randomBytes(16).toString("hex")}`;
  const server = createServer(async (request, response) => {
    const asked = URL.parse(request.url ?? "", "http://localhost");
    if (asked?.pathname !== path) return response.writeHead(404).end();
    const name = asked.searchParams.get("name") ?? "";
    const wanted = asked.searchParams.get("type") === "AAAA" ? RECORD.AAAA : RECORD.A;
    const addresses = name === "" || name.length > MOST_OF_NAME ? [] : await resolve(name);
    const records = addresses.map((data) => ({ type: isIPv6(data) ? RECORD.AAAA : RECORD.A, data, TTL: 0 }));
    const Answer = records.filter(({ type }) => type === wanted);
    response.writeHead(200, { "content-type": "application/dns-json" });
    return response.end(JSON.stringify({ Status: 0, Answer }));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
  server.unref();
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The name server has no port.");
  return `http://127.0.0.1:${address.port}${path}`;
}

/** @param {string} name */
async function systemAddresses(name) {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    // The system does not know the name, or can't tell: then nothing can be fetched from it either.
    return [];
  }
}
