/**
 * What the first screen reads, asked for while the app itself is still on its way: on a slow processor the app takes longer
 * to come to life than the server takes to answer. Each is taken once, and what is written makes all of it old.
 */

const ROOT = "/api/v1";

const asked = new Map<string, Promise<Response>>();

/** Who is signed in, of which also a stranger may ask. */
export const SESSION = "/auth/session";

/** What the page at this address begins with, by the paths that the app asks for. */
export function firstReads(pathname: string): string[] {
  const conversation = /^\/c\/([^/]+)$/.exec(pathname)?.[1];
  const at = `/conversations/${conversation}`;
  const opened = conversation === undefined ? [] : [at, `${at}/messages?limit=30`];
  return [SESSION, ...opened, "/conversations?limit=40"];
}

/**
 * The first tells who reads. Unless somebody was known here before, the others wait for it: to whoever is nobody here they
 * would be refused. The failures are for whoever takes them.
 */
export function readEarly([first = "", ...others]: readonly string[], isKnown: boolean): void {
  const reader = begin(first);
  keep(first, reader);
  const isSomebody = isKnown ? undefined : reader.then(namesSomebody);
  const rest = (path: string) =>
    isSomebody?.then((isThere) => (isThere ? begin(path) : refuse())) ?? begin(path);
  for (const path of others) keep(path, rest(path));
}

/** The answer itself is for whoever takes it. */
async function namesSomebody(response: Response): Promise<boolean> {
  const told = response.ok ? ((await response.clone().json()) as { me: unknown }) : undefined;
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

/** The answer that is on its way already, once. */
export function takeEarly(path: string, method: string): Promise<Response> | undefined {
  if (method !== "GET") asked.clear();
  const response = asked.get(path);
  asked.delete(path);
  return response;
}
