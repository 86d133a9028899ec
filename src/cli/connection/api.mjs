/** Calls of the HTTP API. */
import { addressOf, refusalIn, requestOf } from "../../client/client.mjs";
import { CommandError, EXIT } from "../terminal/exit.mjs";

/** @typedef {import("./instance.mjs").Instance} Instance */
/** @typedef {import("../../client/types.ts").CallName} CallName */

/**
 * The calls of an instance.
 * @param {Instance} instance
 */
export function apiOf(instance) {
  /**
   * Throws a CommandError that says what to do when the instance can't be reached or refuses.
   * @template {CallName} C
   * @param {C} name method and route below /api/v1
   * @param {import("../../client/types.ts").GivenTo<C>} given values of path and query, and the body
   * @returns {Promise<import("../../client/types.ts").AnswerOf<C>>}
   */
  return async (name, ...given) => {
    const { path, init } = requestOf(name, ...given);
    const response = await readable(instance, path, {
      ...init,
      headers: { ...headersFor(instance), ...init.headers },
    });
    /** @type {any} the contract's table says of which shape */
    const answer = response.status === 204 ? null : await response.json();
    return answer;
  };
}

/** @typedef {ReturnType<typeof apiOf>} Api */

/**
 * A call that the contract's table of calls does not have, as those of backups.
 * @param {Instance} instance
 * @param {string} what method and path below /api/v1
 * @param {unknown} [body]
 * @returns {Promise<any>} what the API documents for the route
 */
export async function call(instance, what, body) {
  const [method = "", path = ""] = what.split(" ");
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const init = { method, headers: { ...headersFor(instance), ...type }, ...content };
  const response = await readable(instance, path, init);
  return response.status === 204 ? undefined : response.json();
}

/**
 * An answer that is no failure: a file, or a stream.
 * @param {Instance} instance
 * @param {string} path below /api/v1
 * @param {RequestInit} [init]
 */
export async function readable(instance, path, init = { headers: headersFor(instance) }) {
  const response = await reach(instance, path, init);
  if (!response.ok) throw await refusal(instance, response);
  return response;
}

/** @param {Instance} instance */
export function headersFor(instance) {
  return { authorization: `Bearer ${instance.token}`, "user-agent": "nightjar-cli" };
}

/**
 * @param {Instance} instance
 * @param {string} path
 * @param {RequestInit} init
 */
export async function reach(instance, path, init) {
  try {
    return await fetch(addressOf(path, instance.url), init);
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
  const { status, reason } = await refusalIn(response);
  if (status === 401) {
    return new CommandError(
      `${instance.url} refused the token. Set NIGHTJAR_TOKEN to its ADMIN_TOKEN or to an API key.`,
      EXIT.usage,
    );
  }
  if (reason !== undefined) return new CommandError(reason);
  return new CommandError(
    `${instance.url} answered ${status}, which isn't a Nightjar response. Check NIGHTJAR_URL.`,
  );
}
