/** All that is not on this machine: it answers as a scenario's world does, and writes down what came to it. */
import { vi } from "vitest";
import { answerMcp } from "./mcp-server.ts";

/** The operator's own providers: they are shown prompts, as docs/design/trust.md says, and are no way out. */
const PROVIDERS = ["search.example"];
const NAME_SERVER = "cloudflare-dns.com";
const SERVER = "shop.example";
/** A capability has a key for it. */
const WEATHER = "weather.example";
/** A page that leads elsewhere begins so. */
const GO = "-> ";
/** One that sends back the key that came with the request, in the coding that follows. */
const ECHO = "<- ";
const CODINGS: Record<string, (key: string) => string> = {
  base64: btoa,
  hex: (key) => [...key].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join(""),
  backwards: (key) => [...key].reverse().join(""),
};

export interface Sink {
  /** By address. */
  pages: Map<string, string>;
  /** Search results, by the words searched for. */
  found: Map<string, string>;
  /** Whole requests as text, names that were looked up included. */
  taken: string[];
  close(): void;
}

/** Takes the place of the network for every host but this machine's. */
export function openSink(): Sink {
  const real = globalThis.fetch;
  const sink = { pages: new Map<string, string>(), found: new Map<string, string>(), taken: [] as string[] };
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.hostname === "127.0.0.1" || url.hostname === "localhost") return real(input, init);
    const body = await request.text();
    if (PROVIDERS.includes(url.hostname)) return searched(sink, url);
    // The keys that its owner gave to a server go to that server.
    const headers = [SERVER, WEATHER].includes(url.hostname) ? [] : [...request.headers];
    sink.taken.push(`${request.method} ${request.url} ${JSON.stringify(headers)} ${body}`);
    if (url.hostname === NAME_SERVER) return resolved(url);
    const page = sink.pages.get(request.url);
    return url.hostname === SERVER && !page?.startsWith(GO) ? answerMcp(body, page) : shown(page, request);
  });
  return { ...sink, close: () => spy.mockRestore() };
}

function resolved(url: URL): Response {
  const isIpv4 = url.searchParams.get("type") === "A";
  const record = { type: 1, data: "93.184.215.14", TTL: 60 };
  return Response.json({ Status: 0, Answer: isIpv4 ? [record] : [] });
}

function searched({ found }: Pick<Sink, "found">, url: URL): Response {
  const content = found.get(url.searchParams.get("q") ?? "") ?? "";
  return Response.json({ results: [{ title: "A story", url: "https://news.example/found", content }] });
}

function shown(page: string | undefined, { headers }: Request): Response {
  const coding = page?.startsWith(ECHO) ? CODINGS[page.slice(ECHO.length)] : undefined;
  if (coding) return new Response(coding(headers.get("x-key") ?? ""));
  if (page?.startsWith(GO))
    return new Response(null, { status: 307, headers: { location: page.slice(GO.length) } });
  const type = page?.startsWith("<") ? "text/html" : "text/plain";
  return new Response(page ?? "nothing here", {
    status: page === undefined ? 404 : 200,
    headers: { "content-type": type },
  });
}
