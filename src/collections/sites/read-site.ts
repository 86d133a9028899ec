/** Reading of a site in slices: page by page, with a pause between, and its progress kept after each. */
import type { LongTermMemory } from "../../memory/create-memory.ts";
import type { Collection, CollectionDocument, SiteProblem, SiteSource, SiteState } from "../collection.ts";
import type { CollectionStore } from "../ports.ts";
import { askPage, askRobots, askSitemap, type PageAnswer, type SiteAccess } from "./ask-site.ts";
import type { Robots } from "./robots.ts";
import { isWithin, pageOf } from "./scope.ts";
import { listedPages } from "./sitemap.ts";
import { beginning, HELD_MS, isDue } from "./state.ts";

interface SiteDeps extends SiteAccess {
  store: Pick<CollectionStore, "documents" | "pagesRead">;
  memory: Pick<LongTermMemory, "indexFile" | "removeFile">;
  now(): number;
  pause(ms: number): Promise<void>;
}

const PAGES_A_SLICE = 25;
const PAUSE_MS = 300;

interface Reading {
  deps: SiteDeps;
  collection: Collection;
  source: SiteSource;
  robots: Robots;
  /** Pages as the last reading left them, by address. */
  known: ReadonlyMap<string, CollectionDocument>;
}

interface Step {
  state: SiteState;
  pages: readonly CollectionDocument[];
  gone: readonly string[];
}

/** Reads on where the last slice ended; does nothing while the site is not due or another job reads it. Safe to interrupt. */
export async function readSite(
  deps: SiteDeps,
  { collection, source }: { collection: Collection; source: SiteSource },
  heartbeat: () => Promise<void>,
): Promise<{ read: number; isOver: boolean }> {
  const last = collection.sites[source.ref];
  if (!isDue(source, last, deps.now())) return { read: 0, isOver: true };
  const robots = await askRobots(deps, source.ref);
  const begun = beginning(source, last, deps.now());
  const save = (step: Step) => deps.store.pagesRead(collection, { ref: source.ref, ...step });
  if (!robots) {
    await save(only(over(begun, "unreachable", deps.now())));
    return { read: 0, isOver: true };
  }
  const documents = await deps.store.documents(collection.id);
  const known = new Map(documents.map((one) => [one.path, one]));
  const reading = { deps, collection, source, robots, known };
  const state = begun.done.length === 0 ? await withList(reading, begun) : stillAllowed(robots, begun);
  return (await save(only(state))) ? slice(reading, state, { save, heartbeat }) : { read: 0, isOver: true };
}

async function slice(
  reading: Reading,
  begun: SiteState,
  { save, heartbeat }: { save: (step: Step) => Promise<boolean>; heartbeat: () => Promise<void> },
): Promise<{ read: number; isOver: boolean }> {
  const { deps, collection, robots } = reading;
  let [state, read] = [begun, 0];
  while (read < PAGES_A_SLICE && state.queue.length > 0 && state.ended_at === null) {
    await deps.pause(Math.max(PAUSE_MS, robots.delay_ms ?? 0));
    const step = await nextPage(reading, state);
    read += 1;
    if (!(await save(step))) {
      for (const { path } of step.pages) await deps.memory.removeFile(collection.id, path);
      return { read, isOver: true };
    }
    state = step.state;
    await heartbeat();
  }
  if (state.ended_at === null) await save(await ending(reading, state));
  return { read, isOver: state.ended_at !== null || state.queue.length === 0 };
}

/** The start page comes first, then those that a sitemap lists. */
async function withList({ deps, source, robots }: Reading, state: SiteState): Promise<SiteState> {
  const { ref, most } = source;
  if (!isAllowed(robots, ref)) return over(state, "robots", deps.now());
  const load = (address: string) => askSitemap(deps, ref, address);
  const all = await listedPages(load, { start: ref, sitemaps: robots.sitemaps, most });
  const listed = all.filter((url) => url !== ref && isAllowed(robots, url)).slice(0, most - 1);
  const queue = [ref, ...listed].map((url) => ({ url, depth: 0 }));
  return { ...state, queue, is_listed: listed.length > 0 };
}

async function nextPage(
  reading: Reading,
  { queue: [next, ...queue], done, ...rest }: SiteState,
): Promise<Step> {
  const { deps, source, known } = reading;
  const waiting = next ?? { url: source.ref, depth: 0 };
  const address = waiting.url;
  // Links of an unchanged page would not be seen, so it is asked for only where nothing follows links.
  const before = rest.is_listed ? known.get(address) : undefined;
  const answer = await askPage(deps, { start: source.ref, address, known: before });
  const now = deps.now();
  const asked = { ...rest, queue, done: [...done, address], held_until: now + HELD_MS };
  const problem = problemOf(answer, done.length === 0);
  if (problem) return only(over(asked, problem, now));
  if (answer.kind === "page") return pageStep(reading, { waiting, answer, asked });
  if (answer.kind === "gone" || answer.kind === "elsewhere") return dropped(reading, asked, [address]);
  if (answer.kind === "unreadable") {
    await deps.memory.removeFile(reading.collection.id, address);
    return {
      state: asked,
      pages: [{ path: address, name: address, version: "", state: "unread" }],
      gone: [],
    };
  }
  return only(asked);
}

/** Each later page may fail by itself; without the start page nothing goes on. */
function problemOf({ kind }: PageAnswer, isStart: boolean): SiteProblem | undefined {
  if (kind === "slow_down") return "slow_down";
  if (!isStart) return undefined;
  if (kind === "gone") return "not_found";
  if (kind === "failed") return "unreachable";
  if (kind === "unreadable") return "empty";
  return kind === "elsewhere" ? "elsewhere" : undefined;
}

interface PageRead {
  waiting: SiteState["queue"][number];
  answer: PageAnswer & { kind: "page" };
  /** State with the address as asked for. */
  asked: SiteState;
}

async function pageStep(reading: Reading, { waiting, answer, asked }: PageRead): Promise<Step> {
  const { deps, collection, source, robots } = reading;
  const { url, title: name, text, version } = answer;
  const isMoved = url !== waiting.url;
  const isForbidden = !isAllowed(robots, url);
  if (isMoved && (asked.done.includes(url) || isForbidden)) return dropped(reading, asked, [waiting.url]);
  const { memory, now } = deps;
  const path = { owner: collection.id, path: url };
  if (text === "") await memory.removeFile(collection.id, url);
  // Pages are anybody's words.
  else await memory.indexFile({ ...path, name, text, trust: "untrusted", at: now() });
  const done = isMoved ? [...asked.done, url] : asked.done;
  const follows = !asked.is_listed && waiting.depth < source.depth;
  const state = { ...asked, done, queue: asked.queue.filter((one) => one.url !== url) };
  const next = follows ? withLinks(reading, state, { waiting, answer }) : state;
  const step = await dropped(reading, next, isMoved ? [waiting.url] : []);
  return { ...step, pages: [{ path: url, name, version, state: text === "" ? "unread" : "indexed" }] };
}

function withLinks(
  { source, robots }: Reading,
  state: SiteState,
  { waiting, answer }: Pick<PageRead, "waiting" | "answer">,
): SiteState {
  const seen = new Set([...state.done, ...state.queue.map(({ url }) => url)]);
  const found = answer.links.map((link) => pageOf(source.ref, link)).filter((url) => url !== undefined);
  const fresh = [...new Set(found)].filter((url) => !seen.has(url) && isAllowed(robots, url));
  const room = Math.max(0, source.most - seen.size);
  const more = fresh.slice(0, room).map((url) => ({ url, depth: waiting.depth + 1 }));
  return { ...state, queue: [...state.queue, ...more] };
}

/** After the last page, those that the site has no more leave the index. Otherwise the next slice goes on. */
async function ending(reading: Reading, state: SiteState): Promise<Step> {
  const { deps, collection, source } = reading;
  if (state.queue.length > 0) return only({ ...state, held_until: 0 });
  const others = collection.sources.filter(({ kind, ref }) => kind === "site" && ref !== source.ref);
  const own = (await deps.store.documents(collection.id)).filter(({ path }) => isWithin(source.ref, path));
  const lost = own
    .map(({ path }) => path)
    .filter((path) => !state.done.includes(path) && !others.some(({ ref }) => isWithin(ref, path)));
  const isEmpty = !own.some((one) => one.state === "indexed" && !lost.includes(one.path));
  return dropped(reading, over(state, isEmpty ? "empty" : null, deps.now()), lost);
}

async function dropped(
  { deps, collection }: Reading,
  state: SiteState,
  gone: readonly string[],
): Promise<Step> {
  for (const path of gone) await deps.memory.removeFile(collection.id, path);
  return { state, pages: [], gone };
}

function only(state: SiteState): Step {
  return { state, pages: [], gone: [] };
}

function over(state: SiteState, problem: SiteProblem | null, now: number): SiteState {
  return { ...state, queue: [], held_until: 0, ended_at: now, problem };
}

/** The site may have changed its robots.txt between two slices. */
function stillAllowed(robots: Robots, state: SiteState): SiteState {
  return { ...state, queue: state.queue.filter(({ url }) => isAllowed(robots, url)) };
}

function isAllowed(robots: Robots, address: string): boolean {
  const { pathname, search } = new URL(address);
  return robots.allows(pathname + search);
}
