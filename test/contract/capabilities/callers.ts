/** Capabilities that are called: a network of which all that leaves is written down, secrets, and an agent's tools. */
import type { Capability } from "../../../src/capabilities/catalog/capability.ts";
import { Calls } from "../../../src/capabilities/use/calls.ts";
import { createIds } from "../../../src/domain/ids.ts";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { D1CallStore } from "../../../src/storage/d1/capabilities/calls.ts";
import { quickJs } from "../../support/quickjs.ts";
import { aShelf, OWNER, type Parts, published, type Shelf } from "./support.ts";

export const HOST = "api.weather.example";
export const SECRET = "sk_live_9f8e7d6c5b4a";

export interface Sent {
  url: string;
  headers: Record<string, string>;
}

export interface Callers extends Shelf {
  calls: Calls;
  sent: Sent[];
  /** Published, and then called with `args`. */
  run(main: string, args?: object, parts?: Omit<Parts, "main">): ReturnType<Calls["make"]>;
  made(main: string, parts?: Omit<Parts, "main">): Promise<Capability>;
}

const ANY = { input_schema: { type: "object" } };
const RUNS = 'export const runs = (t) => t.run({}).catch(() => "");';

export function callers(): Callers {
  const shelf = aShelf();
  const sent: Sent[] = [];
  const fetch = createGuardedFetch({
    allow_hosts: [],
    resolve: async (name) => [name.startsWith("inside") ? "10.0.0.7" : "93.184.215.14"],
    fetch: async (url, init) => answer(new Request(url, init), sent),
  });
  const ids = createIds(Date.now, (bytes) => void crypto.getRandomValues(bytes));
  const calls = new Calls({
    sandbox: quickJs,
    fetch,
    catalog: shelf.catalog,
    store: new D1CallStore(shelf.db),
    secrets: async (owner, names) =>
      new Map(owner === OWNER && names.includes("KEY") ? [["KEY", SECRET]] : []),
    ids,
    now: Date.now,
  });
  let count = 0;
  const made: Callers["made"] = async (main, parts = {}) => {
    const name = `program_${++count}`;
    const manifest = { ...ANY, ...parts.manifest };
    return (await published(shelf.catalog, name, { test: RUNS, ...parts, main, manifest })).capability;
  };
  return {
    ...shelf,
    calls,
    sent,
    made,
    run: async (main, args = {}, parts = {}) =>
      calls.make(await made(main, parts), { args, signal: AbortSignal.timeout(60_000) }),
  };
}

/** Some paths do what hosts do to programs. */
function answer(request: Request, sent: Sent[]): Response {
  const headers = Object.fromEntries(request.headers);
  sent.push({ url: request.url, headers });
  const { pathname } = new URL(request.url);
  if (pathname === "/echo") return Response.json(headers);
  if (pathname === "/away")
    return new Response(null, { status: 302, headers: { location: "https://evil.example/taken" } });
  if (pathname === "/inside")
    return new Response(null, { status: 302, headers: { location: "http://169.254.169.254/latest" } });
  return Response.json({ temperature: 21 });
}
