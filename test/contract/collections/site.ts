/** A site on this machine, and a collection that reads it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Collection, CollectionDocument, SiteSource } from "../../../src/collections/collection.ts";
import { readSite } from "../../../src/collections/sites/read-site.ts";
import { dueNow } from "../../../src/collections/sites/state.ts";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";

interface Served {
  body?: string;
  status?: number;
  headers?: Record<string, string>;
}

/** Answers by path. A page with an `etag` answers 304 to whoever has it. */
export async function openSite() {
  const pages = new Map<string, Served>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const page = pages.get(path);
    const isKnown =
      page?.headers?.["etag"] !== undefined && request.headers["if-none-match"] === page.headers["etag"];
    asked.push(isKnown ? `${path} 304` : path);
    answer(request, response, isKnown ? { status: 304 } : (page ?? { status: 404, body: "Not here" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  return { pages, asked, origin: `http://127.0.0.1:${port}`, close };
}

function answer(
  _request: IncomingMessage,
  response: ServerResponse,
  { status = 200, headers, body = "" }: Served,
) {
  const type = body.startsWith("<?xml")
    ? "application/xml"
    : body.startsWith("<")
      ? "text/html"
      : "text/plain";
  response.writeHead(status, { "content-type": type, connection: "close", ...headers });
  response.end(status === 304 ? undefined : body);
}

export function html(title: string, text: string, links: readonly string[] = []): string {
  const list = links.map((link) => `<a href="${link}">${link}</a>`).join(" ");
  return `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${text}</p><p>${list}</p></main>`;
}

export function sitemap(urls: readonly string[]): string {
  return `<?xml version="1.0"?><urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
}

const DAY_MS = 86_400_000;

export function readerOf(ref: string, options: Partial<SiteSource> = {}) {
  const source: SiteSource = { kind: "site", ref, most: 100, depth: 3, every: "day", ...options };
  const index = new Map<string, string>();
  const documents = new Map<string, CollectionDocument>();
  const pauses: number[] = [];
  let time = 1_000_000;
  let collection: Collection = {
    id: "col_1",
    owner: "usr_1",
    name: "Owls",
    description: "",
    agents: [],
    sources: [source],
    sites: {},
    synced_at: null,
  };
  const deps = {
    fetch: createGuardedFetch({ fetch, allow_hosts: ["127.0.0.1"] }),
    readFile: async () => ({ problem: "No documents here." }),
    store: {
      documents: async () => [...documents.values()],
      pagesRead: async (
        _: Collection,
        change: {
          ref: string;
          state: Collection["sites"][string];
          pages: readonly CollectionDocument[];
          gone: readonly string[];
        },
      ) => {
        if (!collection.sources.includes(source)) return false;
        collection = { ...collection, sites: { ...collection.sites, [change.ref]: change.state } };
        for (const path of change.gone) documents.delete(path);
        for (const page of change.pages) documents.set(page.path, page);
        return true;
      },
    },
    memory: {
      async indexFile({ path, text }: { path: string; text: string }) {
        index.set(path, text);
        return { status: "indexed" as const, pieces: 1 };
      },
      removeFile: async (_: string, path: string) => void index.delete(path),
    },
    now: () => time,
    pause: async (ms: number) => void pauses.push(ms),
  };
  const slice = () => readSite(deps, { collection, source }, async () => {});
  return {
    index,
    documents,
    pauses,
    slice,
    state: () => collection.sites[ref],
    again: () => {
      collection = { ...collection, sites: dueNow(collection.sites) };
    },
    later: () => {
      time += DAY_MS;
    },
    takeOut: () => {
      collection = { ...collection, sources: [] };
    },
  };
}
