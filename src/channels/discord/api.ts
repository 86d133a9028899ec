/**
 * Client of Discord's REST API. It honours the rate limits that Discord reports: further requests of the same bucket
 * wait until they are allowed.
 */
import { parseJson } from "../../platform/json.ts";
import type { DeliveryResult } from "../channel.ts";
import type { DiscordSettings } from "./settings.ts";

export interface ApiRequest {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Relative to the base. */
  path: string;
  /** JSON, or a form with files. */
  body?: object | FormData;
  signal: AbortSignal;
  /** The token in the path authenticates the request. */
  is_webhook?: true;
}

export type ApiAnswer =
  | { status: "ok"; body: unknown }
  /** Discord refused. `code` is Discord's own, 0 when it gave none. */
  | { status: "refused"; http: number; code: number; message: string }
  | Extract<DeliveryResult, { status: "later" | "unknown" }>;

export interface DiscordApi {
  /** One attempt. Never throws. */
  send(request: ApiRequest): Promise<ApiAnswer>;
}

const USER_AGENT = "DiscordBot (https://nightjar.example, 0.1)";
const GLOBAL = "global";
const MOST_BUCKETS = 1_000;

type Caller = Pick<DiscordSettings, "DISCORD_BOT_TOKEN" | "DISCORD_API_BASE">;

export function createDiscordApi(settings: Caller, now: () => number): DiscordApi {
  const waits = new Map<string, number>();
  const wait = (bucket: string) => Math.max(waits.get(GLOBAL) ?? 0, waits.get(bucket) ?? 0) - now();
  const learn = (bucket: string, response: Response) => {
    if (waits.size > MOST_BUCKETS) waits.clear();
    const pause = pauseOf(response);
    if (pause > 0) waits.set(isGlobal(response) ? GLOBAL : bucket, now() + pause);
  };
  return {
    async send(request) {
      const bucket = bucketOf(request);
      const pause = wait(bucket);
      if (pause > 0) return limited(pause);
      try {
        const response = await fetch(
          `${settings.DISCORD_API_BASE}${request.path}`,
          initOf(request, settings),
        );
        learn(bucket, response);
        return await answerOf(response);
      } catch {
        return { status: "unknown", reason: "The connection to Discord broke before it answered." };
      }
    },
  };
}

/** Discord counts limits by method and by the first segments of the path. */
function bucketOf({ method, path }: ApiRequest): string {
  const [, kind = "", id = "", token = "", ...rest] = path.split("/");
  const own = kind === "webhooks" ? `${id}/${token}` : id;
  const tail = kind === "webhooks" ? rest : [token, ...rest];
  return `${method} ${kind}/${own}/${tail.map((part) => part.replace(/^\d+$|^%.*$/, "-")).join("/")}`;
}

function initOf(request: ApiRequest, settings: Caller): RequestInit {
  const { method, body, signal } = request;
  const headers = new Headers({ "user-agent": USER_AGENT });
  if (!request.is_webhook) headers.set("authorization", `Bot ${settings.DISCORD_BOT_TOKEN}`);
  if (body && !(body instanceof FormData)) headers.set("content-type", "application/json");
  const written = body instanceof FormData ? body : body && JSON.stringify(body);
  return { method, headers, signal, redirect: "manual", ...(written && { body: written }) };
}

/** Wait for further requests of this bucket, in ms. */
function pauseOf({ status, headers }: Response): number {
  if (status === 429) return Math.ceil(Number(headers.get("retry-after") ?? "1") * 1_000) || 1_000;
  if (headers.get("x-ratelimit-remaining") !== "0") return 0;
  return Math.ceil(Number(headers.get("x-ratelimit-reset-after") ?? "0") * 1_000) || 0;
}

function isGlobal({ status, headers }: Response): boolean {
  return (
    status === 429 &&
    (headers.get("x-ratelimit-global") === "true" || headers.get("x-ratelimit-scope") === "global")
  );
}

function limited(pause: number): ApiAnswer {
  return { status: "later", retry_after_ms: pause, reason: "Discord is rate-limiting this bot." };
}

async function answerOf(response: Response): Promise<ApiAnswer> {
  const { status } = response;
  const text = await response.text();
  const body = parseJson(text);
  if (response.ok) return { status: "ok", body };
  if (status === 429) return limited(pauseOf(response));
  // A proxy on Discord's side timed out: the outcome is unknown.
  if (status === 502 || status === 504)
    return { status: "unknown", reason: `Discord did not answer in time (${status}).` };
  if (status >= 500) return { status: "later", reason: `Discord has a problem (${status}).` };
  const { code, message } = problemOf(body);
  return { status: "refused", http: status, code, message };
}

function problemOf(body: unknown): { code: number; message: string } {
  const { code, message } = (typeof body === "object" && body ? body : {}) as {
    code?: unknown;
    message?: unknown;
  };
  return {
    code: typeof code === "number" ? code : 0,
    message: typeof message === "string" ? message.slice(0, 300) : "",
  };
}
