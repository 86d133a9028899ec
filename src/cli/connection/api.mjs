/** Calls of the HTTP API. */
import { CommandError, EXIT } from "../terminal/exit.mjs";

/** @typedef {import("./instance.mjs").Instance} Instance */

/**
 * Throws a CommandError that says what to do when the instance can't be reached or refuses.
 * @param {Instance} instance
 * @param {string} what method and route below /api/v1
 * @param {unknown} [body]
 * @returns {Promise<any>} what the API documents for the route
 */
export async function call(instance, what, body) {
  const [method = "", route = ""] = what.split(" ");
  const response = await reach(instance, route, {
    method,
    headers: {
      ...headersFor(instance),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await refusal(instance, response);
  return response.status === 204 ? undefined : response.json();
}

/** @param {Instance} instance */
export function headersFor(instance) {
  return { authorization: `Bearer ${instance.token}`, "user-agent": "nightjar-cli" };
}

/**
 * @param {Instance} instance
 * @param {string} route
 * @param {RequestInit} init
 */
export async function reach(instance, route, init) {
  try {
    return await fetch(`${instance.url}/api/v1${route}`, init);
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") throw error;
    throw new Unreachable(instance.url);
  }
}

/** Nothing listens there now. Worth a retry where the work goes on without us. */
export class Unreachable extends CommandError {
  /** @param {string} url */
  constructor(url) {
    super(`No Nightjar answers at ${url}. Start one with "npm start", or set NIGHTJAR_URL.`);
  }
}

/**
 * @param {Instance} instance
 * @param {Response} response
 * @returns {Promise<CommandError>}
 */
export async function refusal(instance, response) {
  const text = await response.text();
  if (response.status === 401) {
    return new CommandError(
      `${instance.url} refused the token. Set NIGHTJAR_TOKEN to its ADMIN_TOKEN or to an API key.`,
      EXIT.usage,
    );
  }
  const reason = reasonIn(text);
  if (reason !== undefined) return new CommandError(reason);
  return new CommandError(
    `${instance.url} answered ${response.status}, which isn't a Nightjar response. Check NIGHTJAR_URL.`,
  );
}

/** @param {string} text */
function reasonIn(text) {
  try {
    const { reason } = JSON.parse(text);
    return typeof reason === "string" ? reason : undefined;
  } catch {
    // Not our JSON: a proxy, or another program on that port.
    return undefined;
  }
}
