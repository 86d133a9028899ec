/** People of a test, signed in: each is a row and a session of their own. */
import { env, exports } from "cloudflare:workers";
import type { Env } from "../../../src/app/env.ts";
import { PARTS } from "../../../src/app/list.ts";
import { createIds } from "../../../src/domain/ids.ts";
import type { Role } from "../../../src/domain/principal.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { Access } from "../../../src/storage/d1/people/access.ts";
import { createPeople, type People } from "../../../src/storage/d1/people/people.ts";
import type { NewPerson } from "../../../src/storage/d1/people/persons.ts";

const now = () => Date.now();
const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);
export const ids = createIds(now, random);

export interface Somebody {
  id: string;
  /** The `cookie` header of their browser. */
  cookie: string;
  /** Their request to the API, by an address under `/api/v1`. */
  ask(method: string, path: string, body?: unknown): Promise<Response>;
}

export function stores(): People & { access: Access } {
  const db = openDatabase((env as unknown as Env).DB);
  const account = PARTS.flatMap((part) => part.account ?? []);
  return { ...createPeople({ db, ids, now, random, account }), access: new Access({ db, ids, now, random }) };
}

/** Somebody of that role, signed in. Their username was given by an admin. */
export async function somebody(role: Role, more: Partial<NewPerson> = {}): Promise<Somebody> {
  const { persons } = stores();
  const person = {
    id: ids.create("psn"),
    username: null,
    username_given: true,
    name: "Somebody",
    role,
    ...more,
  };
  if ((await persons.create(person)) === "username_taken") throw new Error(`${person.username} is taken`);
  return signedIn(person.id);
}

/** A new session of somebody who is there. */
export async function signedIn(id: string): Promise<Somebody> {
  const { token } = await stores().access.createSession(id, "test");
  return withCookie(id, `nightjar_session=${token}`);
}

export function withCookie(id: string, cookie: string): Somebody {
  return { id, cookie, ask: (method, path, body) => fetchWith({ cookie }, method, { path, body }) };
}

function fetchWith(
  headers: Record<string, string>,
  method: string,
  { path, body }: { path: string; body: unknown },
): Promise<Response> {
  const worker = (exports as unknown as { default: Fetcher }).default;
  return worker.fetch(`http://nightjar.test/api/v1${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
