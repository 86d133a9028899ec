/** Stands in front of a built Worker where no edge does: compresses, keeps local controls apart, reads what is left of a request. */

import { isWithin, networksOf, THIS_MACHINE } from "./peers.js";

const COMPRESSED =
  /^(?:text\/(?!event-stream)|application\/(?:javascript|json|manifest\+json|xml|wasm)|image\/svg\+xml|font\/(?:ttf|otf))/;
/** Paths by which the local runtime is controlled, where it is. */
const CONTROL_PATHS = "/cdn-cgi/";

/**
 * @param {any} worker a Worker's default export
 * @returns {any} the same, served
 */
export function served(worker) {
  return {
    ...worker,
    async fetch(/** @type {Request} */ request, /** @type {any} */ env, /** @type {any} */ context) {
      if (new URL(request.url).pathname.startsWith(CONTROL_PATHS)) return new Response(null, { status: 404 });
      try {
        // Under wrangler its own proxy compresses, and is whoever is connected.
        if (env.CONTROLS_KEY === undefined) return await worker.fetch(request, env, context);
        return compressed(request, await worker.fetch(believed(request, env), env, context));
      } finally {
        await readTheRest(request);
      }
    },
  };
}

/** Headers in which a proxy says for whom it asks. */
const FORWARDED = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "cf-connecting-ip",
];

/**
 * The request without what only a proxy may say, where whoever is connected is none of those that are believed.
 * @param {Request} request
 * @param {{TRUSTED_PROXIES?: string, CLIENT_ADDRESS_HEADER?: string}} settings
 */
export function believed(request, { TRUSTED_PROXIES, CLIENT_ADDRESS_HEADER }) {
  const named = CLIENT_ADDRESS_HEADER?.trim() ? [CLIENT_ADDRESS_HEADER.trim()] : [];
  const said = [...FORWARDED, ...named].filter((name) => request.headers.has(name));
  if (said.length === 0) return request;
  const networks = networksOf(TRUSTED_PROXIES?.trim() || THIS_MACHINE);
  if (isWithin(networks, peerOf(request))) return request;
  const headers = new Headers(request.headers);
  for (const name of said) headers.delete(name);
  return new Request(request, { headers });
}

/** @param {Request} request */
function peerOf(request) {
  const { cf } = /** @type {{cf?: {clientIp?: string}}} */ (request);
  return cf?.clientIp ?? "";
}

/**
 * Does what the runtime can't do by itself: a cron, and mail. The request's path is `/{key}/cron` or `/{key}/mail`.
 * @param {any} worker
 * @param {Request} request
 * @param {{env: any, context: any}} given
 */
export async function controlled(worker, request, { env, context }) {
  const { pathname, searchParams } = new URL(request.url);
  const [, key, what] = pathname.split("/");
  const isKnown = typeof env.CONTROLS_KEY === "string" && key === env.CONTROLS_KEY;
  const run = isKnown ? CONTROLS[what ?? ""] : undefined;
  if (run === undefined) return new Response(null, { status: 404 });
  return await run({ worker, request, searchParams, env, context });
}

/** @type {Record<string, (asked: any) => Promise<Response>>} */
const CONTROLS = {
  async cron({ worker, searchParams, env, context }) {
    const event = {
      cron: searchParams.get("cron") ?? "",
      scheduledTime: Date.now(),
      noRetry: () => undefined,
    };
    await worker.scheduled(event, env, context);
    return new Response("ok");
  },
  async mail({ worker, request, searchParams, env, context }) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    /** @type {string | undefined} */
    let refusal;
    const message = {
      from: searchParams.get("from") ?? "",
      to: searchParams.get("to") ?? "",
      raw: new Blob([bytes]).stream(),
      rawSize: bytes.byteLength,
      headers: new Headers(),
      setReject: (/** @type {string} */ reason) => {
        refusal = reason;
      },
    };
    await worker.email(message, env, context);
    return new Response(refusal ?? "ok", { status: refusal === undefined ? 200 : 400 });
  },
};

/**
 * The runtime compresses what says that it is compressed.
 * @param {Request} request
 * @param {Response} response
 */
export function compressed(request, response) {
  const { status, headers, body } = response;
  const isWanted = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  const isOf = COMPRESSED.test(headers.get("content-type") ?? "") && !headers.has("content-encoding");
  if (!isWanted || !isOf || body === null || status !== 200 || headers.has("content-range")) return response;
  const made = new Response(body, response);
  made.headers.set("content-encoding", "gzip");
  made.headers.append("vary", "accept-encoding");
  made.headers.delete("content-length");
  return made;
}

/** An answer is lost to a client that is still sending. @param {Request} request */
async function readTheRest({ body, bodyUsed }) {
  if (body === null || bodyUsed) return;
  try {
    for await (const _ of body);
  } catch {
    // The client is gone.
  }
}
