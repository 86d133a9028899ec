/** Calls of Nightjar's API: the request of a call, and what was refused. App and command line bring the rest. */

const ROOT = "/api/v1";

/**
 * The request of a call. A body that is a form or a Blob is sent as it is, anything else as JSON.
 * @template {import("./types.ts").CallName} C
 * @param {C} name method and route, as `GET /agents/{slug}`
 * @param {import("./types.ts").GivenTo<C>} given
 * @returns {import("./types.ts").ApiRequest}
 */
export function requestOf(name, ...given) {
  const [values = {}, body] = /** @type {[import("./types.ts").QueryValues?, unknown?]} */ (given);
  const [method = "", route = ""] = name.split(" ");
  const rest = { ...values };
  const path = route.replace(/\{(\w+)\}/g, (_all, key) => {
    const value = encodeURIComponent(String(rest[key]));
    delete rest[key];
    return value;
  });
  return { path: path + query(rest), init: initOf(method, body) };
}

/**
 * @param {string} method
 * @param {unknown} [body]
 * @returns {import("./types.ts").ApiRequest["init"]}
 */
export function initOf(method, body) {
  const accept = { accept: "application/json" };
  if (body === undefined) return { method, headers: accept };
  if (body instanceof FormData || body instanceof Blob) return { method, headers: accept, body };
  const headers = { ...accept, "content-type": "application/json" };
  return { method, headers, body: JSON.stringify(body) };
}

/**
 * A query string of the values that are set; empty when none is.
 * @param {import("./types.ts").QueryValues} values
 */
export function query(values) {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== "") parameters.append(key, String(value));
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/**
 * The whole address of a path of the API.
 * @param {string} path
 * @param {string} [origin]
 */
export function addressOf(path, origin = "") {
  return `${origin}${ROOT}${path}`;
}

/**
 * @param {Response} response whose body nobody has read
 * @returns {Promise<import("./types.ts").Refusal>}
 */
export async function refusalIn(response) {
  /** @type {unknown} */
  const told = await response.json().catch(() => null);
  const { error, reason } = /** @type {Record<string, unknown>} */ (told ?? {});
  return {
    status: response.status,
    ...(typeof error === "string" && { error }),
    ...(typeof reason === "string" && { reason }),
  };
}
