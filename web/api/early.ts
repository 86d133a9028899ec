/**
 * Prefetches the first screen's data while the app itself is still loading: on a slow processor the app takes longer to
 * start than the server takes to answer. Each answer is used once, and any write discards all of them.
 */
import type { OwnSession } from "../../src/contract/people/me.ts";

const ROOT = "/api/v1";

const asked = new Map<string, Promise<Response>>();

/** The signed-in person; strangers may request it too. */
const SESSION = "/auth/session";

/** API paths that the page at this address requests first. */
export function firstReads(pathname: string): string[] {
  const conversation = /^\/c\/([^/]+)$/.exec(pathname)?.[1];
  const at = `/conversations/${conversation}`;
  const opened = conversation === undefined ? [] : [at, `${at}/messages?limit=30`];
  return [SESSION, ...opened, "/conversations?limit=40"];
}

/**
 * The first read tells who is signed in. The others wait for it unless somebody was known here before: a stranger's
 * would be refused. Failures go to whoever takes the answer.
 */
export function readEarly([first = "", ...others]: readonly string[], isKnown: boolean): void {
  const reader = begin(first);
  keep(first, reader);
  const isSomebody = isKnown ? undefined : reader.then(namesSomebody);
  const rest = (path: string) =>
    isSomebody?.then((isThere) => (isThere ? begin(path) : refuse())) ?? begin(path);
  for (const path of others) keep(path, rest(path));
}

/** Reads a clone: the response itself is left to whoever takes it. */
async function namesSomebody(response: Response): Promise<boolean> {
  const told = response.ok ? ((await response.clone().json()) as OwnSession) : undefined;
  return told !== undefined && told.me !== null;
}

function refuse(): never {
  throw new Error("Nobody is signed in here.");
}

function begin(path: string): Promise<Response> {
  return fetch(ROOT + path, { credentials: "same-origin", headers: { accept: "application/json" } });
}

function keep(path: string, response: Promise<Response>): void {
  response.catch(() => undefined);
  asked.set(path, response);
}

/** Returns the pending answer, once. */
export function takeEarly(path: string, method: string): Promise<Response> | undefined {
  if (method !== "GET") asked.clear();
  const response = asked.get(path);
  asked.delete(path);
  return response;
}
