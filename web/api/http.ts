/** Calls of our own API. Failures are data: the API's kind and reason, or the network's failure. */
import { serverText } from "../words/server-text.ts";
import { t } from "../words/t.ts";
import { takeEarly } from "./early.ts";

export type Result<T> = { ok: true; value: T } | ApiFailure;

export interface ApiFailure {
  ok: false;
  /** 0: the request did not arrive. */
  status: number;
  error: string;
  reason: string;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const ROOT = "/api/v1";

const ACCEPT_JSON = { accept: "application/json" };

let whenSignedOut = () => {};

/** Calls the handler whenever the API answers that nobody is signed in. */
export function onSignedOut(handler: () => void): void {
  whenSignedOut = handler;
}

export function call<T>(method: Method, path: string, body?: unknown): Promise<Result<T>> {
  const init: RequestInit = { method, headers: ACCEPT_JSON };
  // A deletion must succeed even when the page is left right after it.
  if (method === "DELETE") init.keepalive = true;
  if (body instanceof FormData || body instanceof Blob) init.body = body;
  else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...ACCEPT_JSON, "content-type": "application/json" };
  }
  return ask(path, init, jsonOf<T>);
}

/** Uploads a file. `condition`: headers that restrict what it may overwrite. */
export function putFile<T>(
  path: string,
  content: Blob,
  condition: Record<string, string>,
): Promise<Result<T>> {
  return ask(path, { method: "PUT", headers: { ...ACCEPT_JSON, ...condition }, body: content }, jsonOf<T>);
}

/** A file's text, unchanged. `decode` is for files of any encoding; without it they are UTF-8. */
export function readText(path: string, decode = decodeUtf8): Promise<Result<{ text: string; etag: string }>> {
  return ask(path, {}, async (response) => ({
    text: decode(new Uint8Array(await response.arrayBuffer())) ?? "",
    etag: response.headers.get("etag") ?? "",
  }));
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  return new TextDecoder().decode(bytes);
}

async function jsonOf<T>(response: Response): Promise<T> {
  return (await response.json().catch(() => null)) as T;
}

async function ask<T>(
  path: string,
  init: RequestInit,
  take: (response: Response) => Promise<T>,
): Promise<Result<T>> {
  try {
    const early = takeEarly(path, init.method ?? "GET");
    const response = await (early ?? fetch(`${ROOT}${path}`, { credentials: "same-origin", ...init }));
    return response.ok ? { ok: true, value: await take(response) } : await refusedBy(response);
  } catch {
    // fetch throws only when there was no answer at all.
    return {
      ok: false,
      status: 0,
      error: "offline",
      reason: t("Nightjar can't be reached. Check your connection; retrying automatically."),
    };
  }
}

/** A query string of the values that are set; empty when none is. */
export function query(values: Record<string, string | number | boolean | null | undefined>): string {
  const set = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  const parameters = new URLSearchParams(set.map(([key, value]): [string, string] => [key, String(value)]));
  return set.length === 0 ? "" : `?${parameters}`;
}

async function refusedBy(response: Response): Promise<ApiFailure> {
  const failure = failureOf(response.status, await response.json().catch(() => null));
  if (failure.status === 401 && failure.error !== "login_fail") whenSignedOut();
  return failure;
}

function failureOf(status: number, body: unknown): ApiFailure {
  const told =
    typeof body === "object" && body !== null ? (body as { error?: unknown; reason?: unknown }) : {};
  const error = typeof told.error === "string" ? told.error : status === 401 ? "unauthorized" : "internal";
  const reason =
    typeof told.reason === "string"
      ? serverText(told.reason)
      : t("The server answered {status}. Try again; if it keeps happening, check its log.", { status });
  return { ok: false, status, error, reason };
}
