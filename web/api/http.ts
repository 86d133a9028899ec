/** Calls of our own API. Failures are data: the API's kind and reason, or the network's failure. */
import { addressOf, initOf, query, refusalIn, requestOf } from "../../src/client/client.mjs";
import type { AnswerOf, CallName, GivenTo } from "../../src/client/types.ts";
import { serverText } from "../words/server-text.ts";
import { t } from "../words/t.ts";
import { takeEarly } from "./early.ts";

export { query };

export type Result<T> = { ok: true; value: T } | ApiFailure;

export interface ApiFailure {
  ok: false;
  /** 0: the request did not arrive. */
  status: number;
  error: string;
  reason: string;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

let whenSignedOut = () => {};

/** Calls the handler whenever the API answers that nobody is signed in. */
export function onSignedOut(handler: () => void): void {
  whenSignedOut = handler;
}

/** A call by the contract's table, as `api("GET /jobs/{id}", { id })`. */
export function api<C extends CallName>(name: C, ...given: GivenTo<C>): Promise<Result<AnswerOf<C>>> {
  const { path, init } = requestOf(name, ...given);
  return ask(path, init, jsonOf<AnswerOf<C>>);
}

/** A call that the table does not have yet. */
export function call<T>(method: Method, path: string, body?: unknown): Promise<Result<T>> {
  return ask(path, initOf(method, body), jsonOf<T>);
}

/** Uploads a file. `condition`: headers that restrict what it may overwrite. */
export function putFile<T>(
  path: string,
  content: Blob,
  condition: Record<string, string>,
): Promise<Result<T>> {
  const init = initOf("PUT", content);
  return ask(path, { ...init, headers: { ...init.headers, ...condition } }, jsonOf<T>);
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
    // A deletion must succeed even when the page is left right after it.
    const keepalive = init.method === "DELETE";
    const response = await (early ?? fetch(addressOf(path), { keepalive, ...init }));
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

async function refusedBy(response: Response): Promise<ApiFailure> {
  const { status, error = status === 401 ? "unauthorized" : "internal", reason } = await refusalIn(response);
  if (status === 401 && error !== "login_fail") whenSignedOut();
  return { ok: false, status, error, reason: reason === undefined ? unreadable(status) : serverText(reason) };
}

function unreadable(status: number): string {
  return t("The server answered {status}. Try again; if it keeps happening, check its log.", { status });
}
