/**
 * A part's routes on Node, in the Worker's own app: policies, parsing and errors are the real ones, stores stand in memory,
 * and each answer is held to what its route declares.
 */
import type { ExecutionContext } from "hono";
import { createApp } from "../../../../src/app/app.ts";
import type { Part } from "../../../../src/app/part.ts";
import { SealedServices } from "../../../../src/app/services/sealed.ts";
import type { Role } from "../../../../src/domain/principal.ts";
import { RateLimiter } from "../../../../src/domain/time/rate-limiter.ts";
import { openDatabase } from "../../../../src/storage/d1/database.ts";
import { AesSealer } from "../../../../src/storage/d1/models/seal.ts";
import { Tries } from "../../../../src/storage/d1/people/tries.ts";
import { nodeD1 } from "../../../support/node-d1.ts";
import { type Stores, storesOver } from "../../../support/stores/stores.ts";
import { truthful } from "../../../workers/truthful.ts";

export interface Answer {
  status: number;
  /** The body as JSON; undefined if it is empty. */
  body: Record<string, unknown> | undefined;
  text: string;
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

export interface Mounted {
  stores: Stores;
  /** Requests of a new person who is signed in, by an address under `/api/v1`. */
  as(owner: string, role?: Role): Ask;
  /** A request as it stands, of nobody. */
  post(path: string, body: string, headers?: Record<string, string>): Promise<Answer>;
}

/** `own`: services beside stores, time and ids that these routes use. `verbs`: what their part offers them. */
export function mount(
  { name, routes = [] }: Part,
  make: (services: object, stores: Stores) => { own: object; verbs: object },
): Mounted {
  const binding = nodeD1();
  const stores = storesOver(binding);
  const now = () => stores.clock.now;
  const shared = {
    now,
    ids: stores.ids,
    people: stores,
    env: { DB: binding },
    settings: { REQUESTS_PER_MINUTE: 0 },
    sealer: new AesSealer("the instance's own secret", (bytes) => void crypto.getRandomValues(bytes)),
    pace: new RateLimiter(now),
    tries: new Tries(openDatabase(binding), now),
    passwords: { warm: () => undefined },
    clock: { tickIfDue: async () => undefined },
    log: { shows: () => true, debug() {}, info() {}, warn() {}, error() {} },
    redact: (text: string) => text,
  };
  const { own, verbs } = make(shared, stores);
  const sealed = new SealedServices({ ...shared, ...own, verbs: () => verbs });
  const app = createApp(truthful([{ name, routes, authenticators: [named] }]), () => sealed);
  const fetched = async (path: string, init: RequestInit): Promise<Answer> => {
    const request = new Request(`http://nightjar.test/api/v1${path}`, init);
    const response = await app.fetch(request, {}, CONTEXT);
    const text = await response.text();
    return { status: response.status, text, body: text === "" ? undefined : JSON.parse(text) };
  };
  return {
    stores,
    as(owner, role = "member") {
      const headers = { [PERSON]: `${owner} ${role}`, "content-type": "application/json" };
      const there = stores.persons.create({ id: owner, username: null, name: owner, role });
      return async (method, path, body) => {
        await there;
        return fetched(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
      };
    },
    post: (path, body, headers = {}) =>
      fetched(path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } }),
  };
}

const PERSON = "x-person";

const CONTEXT: ExecutionContext = {
  waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
  passThroughOnException: () => undefined,
  props: {},
};

function named({ req }: { req: { header(name: string): string | undefined } }) {
  const [owner, role] = req.header(PERSON)?.split(" ") ?? [];
  return owner === undefined ? "absent" : { owner, role: role as Role, name: owner };
}

/** What a front door knows of agents. */
export async function checkAgent(slug: string) {
  return slug === "keeper"
    ? ({ ok: true, value: undefined } as const)
    : ({
        ok: false,
        failure: { error: "resource_not_found", reason: `There is no agent "${slug}".` },
      } as const);
}

/** Conversations of these owners. */
export function conversations(owners: Readonly<Record<string, string>>) {
  return {
    ids: async (owner: string) => Object.keys(owners).filter((id) => owners[id] === owner),
    get: async (id: string) => (owners[id] === undefined ? undefined : { owner: owners[id] }),
  };
}
